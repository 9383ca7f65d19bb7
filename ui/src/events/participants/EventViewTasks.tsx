// The tasks of an event, and how many participants have done each.
import { useState } from 'react'
import { Card } from '../../kit/Card'
import { Chip } from '../../kit/Chip'
import { Progress } from '../../kit/Progress'
import type { AdminEvent } from './participantQueries'

const SHOWN = 5

export function EventViewTasks({ event: { tasks, registrationsCount: all } }: { event: AdminEvent }) {
  const [open, setOpen] = useState(false)
  const shown = open ? tasks : tasks.slice(0, SHOWN)
  return (
    <Card as="section" aria-labelledby="tasks">
      <h2 id="tasks" className="text-h4">
        Tasks &amp; Completion
      </h2>
      {tasks.length === 0 ? (
        <p className="mt-2 text-small text-soft">No tasks defined for this event.</p>
      ) : (
        <ul className="mt-4 space-y-4">
          {shown.map((task) => {
            const text = `${task.completedCount.toLocaleString()} of ${all.toLocaleString()}`
            return (
              <li key={task._id}>
                <p className="mb-1.5 flex items-start justify-between gap-x-4 text-small">
                  <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    <bdi title={task.description || undefined}>{task.name}</bdi>
                    {task.required && <Chip>Required</Chip>}
                  </span>
                  <span className="shrink-0 text-soft tabular-nums">
                    {text}
                    <span className="sr-only"> completed</span>
                  </span>
                </p>
                <Progress label={task.name} value={task.completedCount} max={all} text={`${text} completed`} />
              </li>
            )
          })}
        </ul>
      )}
      {tasks.length > SHOWN && (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="mt-2 -mb-2 min-h-11 text-small font-medium text-accent-ink">
          {open ? 'Show fewer' : `Show all ${tasks.length} tasks`}
        </button>
      )}
    </Card>
  )
}
