// The tasks of an event. A participant sees what they have done, and a button for each task that is left.
import { Button } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { Check, CircleCheck } from '../../kit/icons'
import { Linked } from '../../kit/Linked'
import type { EventDetail } from '../queries'
import { useCompleteTask } from './registrationQueries'

type Own = EventDetail['registrations'][number]['tasks']

export function EventTasks({ event, own }: { event: EventDetail; own?: Own }) {
  const done = new Set(own?.filter((task) => task.completed).map((task) => task.name))
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {event.tasks.map((task, at) => (
        <li key={task.name} className="flex items-start gap-4 px-5 py-4">
          <span aria-hidden className="w-5 shrink-0 font-display font-bold text-faint tabular-nums">
            {done.has(task.name) ? <CircleCheck size="1.25rem" className="mt-0.5 text-good" /> : at + 1}
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                <bdi>{task.name}</bdi>
              </p>
              {task.description && (
                <p dir="auto" className="mt-0.5 text-small text-soft">
                  <Linked text={task.description} />
                </p>
              )}
              {task.required && !done.has(task.name) && (
                <Chip className="mt-1.5">
                  Required
                </Chip>
              )}
            </div>
            {done.has(task.name) ? <Chip tone="good">Completed</Chip> : own && event.canCompleteTasks && <CompleteButton event={event} name={task.name} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

function CompleteButton({ event, name }: { event: EventDetail; name: string }) {
  const { run, busy } = useCompleteTask(event._id)
  return (
    <Button size="sm" busy={busy} busyText="Saving…" onClick={() => void run(name)} icon={<Check aria-hidden size="1.1em" />}>
      <span>
        Mark as Completed<span className="sr-only">: {name}</span>
      </span>
    </Button>
  )
}
