// The home page: projects, the next event, badges and certificates.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Container } from '../kit/Page'
import { Optional } from '../kit/Optional'
import { Loading, Skeleton } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { part } from '../lib/part'
import { useDocumentTitle } from '../lib/title'
import { useFeaturedProjects } from '../projects/queries'
import { useSession } from '../sessions/SessionProvider'
import { useSiteState } from '../sessions/SiteProvider'
import { FEATURED } from './rules'
import { Hero } from './Hero'
import { StatsBand } from './StatsBand'

const Below = part(() => import('./Below'))
const MemberHome = part(() => import('./MemberHome'))
const LATER = 2000
let reached = false

export default function HomePage() {
  const { site, failed } = useSiteState()
  const { status, user } = useSession()
  // Requested now, so that it is there when the reader gets to it.
  useFeaturedProjects(FEATURED)
  useDocumentTitle(site?.name ?? (failed ? '' : undefined))
  // The first lines are the community's own. Nothing is shown before them, so nothing moves when they arrive.
  if (!site && !failed) return <HomeSkeleton />
  const name = site?.name || 'Community'
  return (
    <>
      {status !== 'anonymous' && (
        <Optional loading={<MemberHomeSkeleton />}>{user ? <MemberHome key={user.id} user={user} /> : <MemberHomeSkeleton />}</Optional>
      )}
      <Hero tagline={site?.tagline || name} about={site?.about} heading={status === 'anonymous' ? 'h1' : 'h2'} />
      <StatsBand />
      <Reached>
        <Below name={name} email={site?.contactEmail} />
      </Reached>
    </>
  )
}

/** Shows its children when the reader comes near them, or after a while, for whoever searches, prints, or reads by headings; on later visits at once. */
function Reached({ children }: { children: ReactNode }) {
  const [here, setHere] = useState(reached)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (here || !mark.current) return
    const go = () => {
      reached = true
      setHere(true)
    }
    const timer = setTimeout(go, LATER)
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && go(), { rootMargin: '200px' })
    watch.observe(mark.current)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [here])
  // About as high as the content to come.
  const room = <div ref={mark} className="min-h-1340 sm:min-h-890 lg:min-h-725" />
  return here ? (
    <Optional loading={room} instead={(retry) => <ErrorState message="The rest of this page did not load." onRetry={retry} />}>
      {children}
    </Optional>
  ) : (
    room
  )
}

function MemberHomeSkeleton() {
  return (
    <Container className="pt-10">
      <Skeleton className="h-96 lg:h-72" />
    </Container>
  )
}

function HomeSkeleton() {
  return (
    <Container className="min-h-dvh py-16">
      <Loading>
        <Skeleton className="h-16 max-w-160" />
        <Skeleton className="mt-4 h-16 max-w-120" />
        <Skeleton className="mt-8 h-20 max-w-140" />
      </Loading>
    </Container>
  )
}
