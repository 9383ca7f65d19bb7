// Community Stats: three numbers, or a dash where one is not known.
import { Container } from '../kit/Page'
import { Stat } from '../kit/Stat'
import { useStats } from './queries'

export function StatsBand() {
  const { data, isPending } = useStats()
  return (
    <section aria-labelledby="stats" className="border-y border-line bg-surface">
      <Container className="grid items-center gap-x-12 gap-y-5 py-8 lg:grid-cols-[12rem_1fr]">
        <h2 id="stats" className="text-h4">
          Community Stats
        </h2>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3" aria-busy={isPending}>
          <Stat label="Community Members" value={data?.userCount} loading={isPending} />
          <Stat label="Projects Built" value={data?.projectCount} loading={isPending} />
          <Stat label="Events Hosted" value={data?.eventCount} loading={isPending} />
        </dl>
      </Container>
    </section>
  )
}
