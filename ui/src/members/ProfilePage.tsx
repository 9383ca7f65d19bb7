// The profile of a member, for others and for the member: who they are, their projects, badges and certificates.
import { Navigate, useParams } from 'react-router'
import { ButtonLink } from '../kit/Button'
import { Container } from '../kit/Page'
import { Loading, Skeleton, SkeletonText } from '../kit/Skeleton'
import { Stat } from '../kit/Stat'
import { EmptyState, ErrorState } from '../kit/States'
import { Tabs } from '../kit/Tabs'
import { readError } from '../lib/errors'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { paths } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import { AboutMe, FunFacts } from './ProfileAbout'
import { ProfileBadges } from './ProfileBadges'
import { ProfileCertificates } from './ProfileCertificates'
import { ProfileEvents } from './ProfileEvents'
import { ProfileHeader } from './ProfileHeader'
import { ProfileProjects } from './ProfileProjects'
import { useProfile, type Profile } from './queries'

export default function ProfilePage() {
  const { id } = useParams()
  const { status, user } = useSession()
  const { data: profile, error, isFetching, refetch } = useProfile(id, status === 'authenticated')
  const problem = error ? readError(error) : undefined
  const missing = problem?.status === 404
  // The guard around the member's own profile says that the session is over.
  const ended = id === undefined && problem?.status === 401
  useDocumentTitle(id === undefined ? 'My Profile' : (profile?.name ?? (missing ? 'Profile Not Found' : undefined)))

  if (profile) return <Full profile={profile} isOwner={id === undefined || id === user?.id} />
  if (!problem || ended) return <ProfileSkeleton />
  if (missing)
    return (
      <Container className="py-10">
        <EmptyState
          heading="h1"
          drawing="people"
          title="Profile Not Found"
          text="The requested profile does not exist."
          action={<ButtonLink to={paths.home()}>Return to Home</ButtonLink>}
        />
      </Container>
    )
  return (
    <Container className="py-10">
      <ErrorState heading="h1" message="Failed to load profile data. Please try again later." onRetry={() => void refetch()} retrying={isFetching} />
    </Container>
  )
}

function Full({ profile, isOwner }: { profile: Profile; isOwner: boolean }) {
  const [{ tab }, setState] = useQueryState({ tab: 'projects' })
  const { submittedProjects, badges, certificates, events } = profile
  // Mails of earlier days lead to the choice of mails here.
  if (isOwner && tab === 'account') return <Navigate to={paths.account()} replace />
  return (
    <Container className="pb-(--section)">
      <ProfileHeader profile={profile} isOwner={isOwner} />
      <dl className="grid grid-cols-2 items-start gap-x-6 gap-y-7 border-y border-line py-7 sm:grid-cols-4">
        <Stat label="Projects" value={submittedProjects.length} />
        <Stat label="Total Upvotes" value={profile.totalUpvotes} />
        <Stat label="Badges" value={badges.length} />
        <Stat label="Certificates" value={certificates.length} />
      </dl>
      <AboutMe profile={profile} isOwner={isOwner} />
      <Tabs
        label="Profile"
        value={tab}
        onChange={(next) => setState({ tab: next }, { push: true })}
        tabs={[
          { id: 'projects', label: 'Projects', count: submittedProjects.length, panel: <ProfileProjects projects={submittedProjects} isOwner={isOwner} /> },
          { id: 'badges', label: 'Badges & Achievements', count: badges.length, panel: <ProfileBadges badges={badges} isOwner={isOwner} /> },
          { id: 'events', label: 'Events', count: profile.eventsHidden ? undefined : events.length, panel: <ProfileEvents profile={profile} isOwner={isOwner} /> },
          { id: 'certificates', label: 'Certificates', count: certificates.length, panel: <ProfileCertificates certificates={certificates} isOwner={isOwner} /> },
        ]}
      />
      <FunFacts answers={profile.interestQuestions} />
    </Container>
  )
}

function ProfileSkeleton() {
  return (
    <Container className="pb-(--section)">
      <Loading label="Loading profile…">
        <div className="flex flex-wrap items-center gap-x-7 gap-y-5 pt-10 pb-9 md:pt-14">
          <Skeleton className="size-28 rounded-full!" />
          <div className="min-w-0 flex-1 basis-64 space-y-3">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-10 w-72 max-w-full" />
            <Skeleton className="h-11 w-60 max-w-full" />
          </div>
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-7 border-y border-line py-7 sm:grid-cols-4">
          {Array.from({ length: 4 }, (_, at) => (
            <Skeleton key={at} className="h-[4.5rem] w-24" />
          ))}
        </div>
        <SkeletonText lines={3} className="mt-10 max-w-measure" />
        <Skeleton className="mt-12 h-64 rounded-lg!" />
      </Loading>
    </Container>
  )
}
