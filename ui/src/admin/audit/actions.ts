// What the audit log calls an action and a field. Pure.

const ACTIONS: Record<string, string> = {
  'badge.give': 'Badge given',
  'badge.recompute': 'Owed badges awarded',
  'certificate.correct': 'Certificate corrected',
  'certificate.issue': 'Certificate issued',
  'certificate.release': 'Certificate released',
  'certificate.revoke': 'Certificate revoked',
  'comment.delete': 'Comment deleted',
  'email.send': 'Email sent',
  'event.cancel': 'Event cancelled',
  'event.check_in': 'Checked in',
  'event.create': 'Event created',
  'event.delete': 'Event deleted',
  'event.duplicate': 'Event duplicated',
  'event.edit': 'Event edited',
  'event.participant_add': 'Participant added',
  'event.participant_remove': 'Participant removed',
  'event.participant_status': 'Participants’ status set',
  'event.send_email': 'Participants written to',
  'event.send_links': 'Links sent',
  'event.team_add': 'Team member added',
  'event.team_remove': 'Team member removed',
  'event.undo_check_in': 'Check-in undone',
  'invitation.send': 'Invitations sent',
  'invitation.withdraw': 'Invitation withdrawn',
  'issuer.replace_key': 'Signing key replaced',
  'project.approve': 'Project approved',
  'project.feature': 'Featured mark changed',
  'project.reject': 'Project rejected',
  'project.undo': 'Decision undone',
  'settings.edit': 'Settings changed',
  'site.export': 'Site exported',
  'site.restore': 'Backup restored',
  'user.link': 'Sign-in link made',
  'user.role': 'Role changed',
  'user.suspend': 'User suspended',
  'user.unsuspend': 'Suspension ended',
}

const words = (text: string) => text.replace(/[._-]/g, ' ').replace(/^./, (first) => first.toUpperCase())

/** The words for an action; those that have none are named as the API names them. */
export const actionText = (action: string) => ACTIONS[action] ?? words(action)

const FIELDS: Record<string, string> = { organizationName: 'partner', isCollaborative: 'with a partner', hasRewards: 'prizes', sendCertificatesImmediately: 'certificates at once' }

/** A field of the API in words: "rejectionReason" becomes "rejection reason". */
export const fieldText = (field: string) => FIELDS[field] ?? (field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) || 'value')
