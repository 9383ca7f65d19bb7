// What badges know of the server's rules. Made by `make client`; change the rules, not this file.

export const BADGE_FAMILIES = [
  { label: 'Upvote Badges', one: 'Upvote Badge', value: 'upvote' },
  { label: 'Project Badges', one: 'Project Badge', value: 'project' },
  { label: 'Event Badges', one: 'Event Badge', value: 'event' },
  { label: 'Achievement Badges', one: 'Achievement Badge', value: 'achievement' },
] as const

export const BADGE_LEVELS = [
  { label: 'Troposphere', level: 'troposphere', projects: 1, rank: 'Basic', upvotes: 10 },
  { label: 'Stratosphere', level: 'stratosphere', projects: 3, rank: 'Intermediate', upvotes: 100 },
  { label: 'Mesosphere', level: 'mesosphere', projects: 5, rank: 'Advanced', upvotes: 250 },
  { label: 'Thermosphere', level: 'thermosphere', projects: 10, rank: 'Expert', upvotes: 500 },
  { label: 'Exosphere', level: 'exosphere', projects: 25, rank: 'Master', upvotes: 1000 },
] as const

export const BADGE_ALTS = { achievement_exosphere: 'Achievement Badge, level 5: a star among stars and a ringed planet', achievement_mesosphere: 'Achievement Badge, level 3: a star among falling meteors', achievement_stratosphere: 'Achievement Badge, level 2: a star among clouds', achievement_thermosphere: 'Achievement Badge, level 4: a star before northern lights', achievement_troposphere: 'Achievement Badge, level 1: a star over hills at sunrise', event_exosphere: 'Event Badge, level 5: a ticket among stars and a ringed planet', event_mesosphere: 'Event Badge, level 3: a ticket among falling meteors', event_stratosphere: 'Event Badge, level 2: a ticket among clouds', event_thermosphere: 'Event Badge, level 4: a ticket before northern lights', event_troposphere: 'Event Badge, level 1: a ticket over hills at sunrise', project_exosphere: 'Project Badge, level 5: a hammer among stars and a ringed planet', project_mesosphere: 'Project Badge, level 3: a hammer among falling meteors', project_stratosphere: 'Project Badge, level 2: a hammer among clouds', project_thermosphere: 'Project Badge, level 4: a hammer before northern lights', project_troposphere: 'Project Badge, level 1: a hammer over hills at sunrise', upvote_exosphere: 'Upvote Badge, level 5: an arrow that points up among stars and a ringed planet', upvote_mesosphere: 'Upvote Badge, level 3: an arrow that points up among falling meteors', upvote_stratosphere: 'Upvote Badge, level 2: an arrow that points up among clouds', upvote_thermosphere: 'Upvote Badge, level 4: an arrow that points up before northern lights', upvote_troposphere: 'Upvote Badge, level 1: an arrow that points up over hills at sunrise' } as const
