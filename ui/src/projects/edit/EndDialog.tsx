// Asks before a member withdraws a project or leaves its team; neither can be undone.
import { client } from '../../api/client'
import { keyOf } from '../../api/keys'
import { unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { toast } from '../../kit/layers/Toast'
import { AROUND_PROJECTS } from '../queries'

type EndDialogProps = {
  project: { _id: string; title: string; isOwner: boolean; status: string }
  open: boolean
  onClose: () => void
  onEnded?: () => void
}

export function EndDialog({ project: { _id, title, isOwner, status }, open, onClose, onEnded }: EndDialogProps) {
  const page = keyOf('/api/projects/{id}', { id: _id })
  // A member who leaves the team can still see a public project.
  const stays = !isOwner && status === 'Approved'
  const end = useChange({
    call: () => {
      const params = { params: { path: { id: _id } } }
      return unwrap(isOwner ? client.DELETE('/api/projects/{id}', params) : client.DELETE('/api/projects/{id}/team/me', params))
    },
    touches: stays ? [page, ...AROUND_PROJECTS] : AROUND_PROJECTS,
    forgets: stays ? [] : [page],
    onDone: ({ message }, _, here) => {
      toast(message)
      onClose()
      if (here) onEnded?.()
    },
    onRefused: ({ message }) => toast.error(message),
    failed: isOwner ? 'Failed to withdraw project' : 'Failed to leave the team',
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void end.run()}
      busy={end.busy}
      busyText={isOwner ? 'Withdrawing…' : 'Leaving…'}
      title={isOwner ? `Withdraw “${title}”?` : `Leave the team of “${title}”?`}
      confirmLabel={isOwner ? 'Withdraw project' : 'Leave team'}
    >
      {isOwner ? 'It is deleted with its comments, upvotes and pictures. This cannot be undone.' : 'Only its owner can add you again.'}
    </ConfirmDialog>
  )
}
