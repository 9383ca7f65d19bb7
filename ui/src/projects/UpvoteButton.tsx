// The upvote of a project: it answers at once and rolls back if refused. Guests are led to the login and back.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '../api/client'
import { unwrap } from '../api/query'
import { Button, ButtonLink } from '../kit/Button'
import { ArrowUp } from '../kit/icons'
import { toast } from '../kit/layers/Toast'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import type { Project } from './queries'
import { countOf } from './rules'
import { useRefusal } from '../sessions/useRefusal'

type Votes = Pick<Project, 'upvoteCount' | 'hasUpvoted'>

export function UpvoteButton({ project, className }: { project: Votes & Partial<Pick<Project, '_id' | 'status'>>; className?: string }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const refusal = useRefusal()
  // What was clicked, until the server has answered.
  const [hoped, setHoped] = useState<Votes>()
  const votes = hoped ?? project
  const id = project._id

  const toggle = async () => {
    if (hoped || !id) return
    setHoped({ hasUpvoted: !project.hasUpvoted, upvoteCount: project.upvoteCount + (project.hasUpvoted ? -1 : 1) })
    try {
      const answer = await unwrap(client.POST('/api/projects/{id}/upvote', { params: { path: { id } } }))
      queries.setQueriesData<Project>({ queryKey: ['get', '/api/projects/{id}', { params: { path: { id } } }] }, (known) => known && { ...known, ...answer })
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/api/projects' || queryKey[1] === '/api/projects/featured' })
    } catch (error) {
      toast.error(refusal(error, 'Failed to upvote project').message)
    } finally {
      setHoped(undefined)
    }
  }
  const count = (
    <span className="ms-1 border-s border-current/40 ps-3 font-display font-bold tabular-nums">
      <span aria-hidden>{votes.upvoteCount.toLocaleString()}</span>
      <span className="sr-only">{countOf(votes.upvoteCount, 'upvote')} so far</span>
    </span>
  )
  const icon = <ArrowUp aria-hidden size="1.2em" />
  if (status === 'anonymous')
    return (
      <ButtonLink variant="primary" size="lg" className={className} to={paths.login(pathname)} icon={icon}>
        Upvote
        {count}
      </ButtonLink>
    )
  return (
    <Button
      variant={votes.hasUpvoted ? 'secondary' : 'primary'}
      size="lg"
      aria-pressed={votes.hasUpvoted}
      className={cx(className, votes.hasUpvoted && 'border-accent-ink! bg-accent-tint! text-accent-ink!')}
      onClick={() => void toggle()}
      disabled={!id || (project.status !== undefined && project.status !== 'Approved')}
      icon={icon}
    >
      <span>{votes.hasUpvoted ? 'Upvoted' : 'Upvote'}</span>
      {count}
    </Button>
  )
}
