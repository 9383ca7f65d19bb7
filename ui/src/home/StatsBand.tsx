// Community Stats: the numbers that there are, or a dash where one is not known. A community that has neither made nor held
// anything yet has no numbers to show.
import { Container } from '../kit/Page'
import { Stat } from '../kit/Stat'
import { useStats } from './queries'

export function StatsBand() {
  const { data, isPending } = useStats()
  if (data?.projectCount === 0 && data.eventCount === 0) return null
  const counts = [
    ['Community Members', data?.userCount],
    ['Projects Built', data?.projectCount],
    ['Events Hosted', data?.eventCount],
  ] as const
  return (
    <section aria-labelledby="stats" className="border-y border-line bg-surface">
      <Container className="grid items-center gap-x-12 gap-y-5 py-8 lg:grid-cols-[12rem_1fr]">
        <h2 id="stats" className="text-h4">
          Community Stats
        </h2>
        <dl className="grid grid-cols-3 gap-x-3 max-sm:[&_dd]:text-h2 sm:gap-x-8" aria-busy={isPending}>
          {counts.map(([label, count]) => count !== 0 && <Stat key={label} label={label} value={count} loading={isPending} />)}
        </dl>
      </Container>
    </section>
  )
}
