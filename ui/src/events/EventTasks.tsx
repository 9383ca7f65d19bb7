// What participants have to do; with their own marks when one of them looks.
import { Chip } from '../kit/Chip'
import { CircleCheck } from '../kit/icons'
import type { EventDetail } from './queries'

type Own = EventDetail['registrations'][number]['tasks']

export function EventTasks({ tasks, own }: { tasks: EventDetail['tasks']; own?: Own }) {
  const done = new Set(own?.filter((task) => task.completed).map((task) => task.name))
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {tasks.map((task, at) => (
        <li key={task.name} className="flex items-start gap-4 px-5 py-4">
          <span aria-hidden className="w-5 shrink-0 font-display font-bold text-faint tabular-nums">
            {done.has(task.name) ? <CircleCheck size="1.25rem" className="mt-0.5 text-good" /> : at + 1}
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              <bdi>{task.name}</bdi>
            </p>
            {task.description && (
              <p dir="auto" className="mt-0.5 text-small text-soft">
                {task.description}
              </p>
            )}
          </div>
          {done.has(task.name) ? <Chip tone="good">Completed</Chip> : task.required && <Chip tone="accent">Required</Chip>}
        </li>
      ))}
    </ol>
  )
}
