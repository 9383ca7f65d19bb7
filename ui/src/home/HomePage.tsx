// The home page: projects, the next event, badges and certificates.
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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
import { Highlights } from './Highlights'
import { StatsBand } from './StatsBand'

const Below = part(() => import('./Below'))
const MemberHome = part(() => import('./MemberHome'))
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
      <Highlights />
      <Reached>
        <Below name={name} email={site?.contactEmail} />
      </Reached>
    </>
  )
}

/** What a reader does who is about to go on, or to look for something on the page. */
const SIGNS = ['scroll', 'keydown', 'pointerdown', 'focusin', 'beforeprint']

/** Shows its children when the reader comes to them or gives a sign; on later visits at once. Nobody loads what they do not ask for. */
function Reached({ children }: { children: ReactNode }) {
  const [here, setHere] = useState(reached)
  const mark = useRef<HTMLDivElement>(null)
  // Before the page is painted, so that no sign is missed.
  useLayoutEffect(() => {
    if (here || !mark.current) return
    const go = () => {
      reached = true
      setHere(true)
    }
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && go())
    watch.observe(mark.current)
    for (const sign of SIGNS) addEventListener(sign, go, { passive: true })
    return () => {
      watch.disconnect()
      for (const sign of SIGNS) removeEventListener(sign, go)
    }
  }, [here])
  // About as high as the content to come.
  const room = <div ref={mark} className="print:hidden min-h-765 sm:min-h-780 lg:min-h-610" />
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
