// What waits for an admin, first of all on the dashboard.
import { Card } from '../kit/Card'
import { ArrowRight, CircleCheck } from '../kit/icons'
import { Link } from '../kit/Link'
import { useToDo } from './queries'
import { tasksOf } from './rules'

export function ToDo() {
  const { data } = useToDo()
  if (!data) return null
  const tasks = tasksOf(data, new Date())
  return (
    <Card as="section" aria-labelledby="to-do" className="mb-8">
      <h2 id="to-do" className="text-h4">
        To do
      </h2>
      {tasks.length === 0 ? (
        <p className="mt-2 flex items-center gap-2.5 text-soft">
          <CircleCheck aria-hidden size="1.25rem" className="shrink-0 text-good" />
          <span>Nothing is waiting for you.</span>
        </p>
      ) : (
        <ul className="mt-2 grid gap-x-8 sm:grid-cols-2 2xl:grid-cols-3">
          {tasks.map(({ text, to, tone }) => (
            <li key={text} className="min-w-0">
              <Link plain to={to} className="group flex min-h-11 items-center gap-3 py-1.5 text-ink no-underline">
                <svg aria-hidden viewBox="0 0 10 10" className={`size-2.5 shrink-0 ${tone === 'bad' ? 'text-bad' : tone === 'warn' ? 'text-warn' : 'text-faint'}`}>
                  <circle cx="5" cy="5" r="5" fill="currentColor" />
                </svg>
                <span className="min-w-0 group-hover:underline">{text}</span>
                <ArrowRight aria-hidden size="1em" className="shrink-0 text-faint" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
