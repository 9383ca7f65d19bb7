// What people say about a project, oldest first, and the box to say something.
import { useLocation } from 'react-router'
import { Avatar } from '../kit/Avatar'
import { Button, ButtonLink } from '../kit/Button'
import { LogIn } from '../kit/icons'
import { Link } from '../kit/Link'
import { Loading, Skeleton, SkeletonText } from '../kit/Skeleton'
import { EmptyState, ErrorState } from '../kit/States'
import { TextArea } from '../kit/TextArea'
import { Time } from '../kit/Time'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { useSession } from '../session/SessionProvider'
import { useComments, type Comment } from './detailQueries'
import type { Project } from './queries'

const LIMIT = 2000

export function Comments({ project, className }: { project: Project; className?: string }) {
  const { data, isPending, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useComments(project._id)
  const comments = data?.pages.flatMap((page) => page.items) ?? []
  const total = data?.pages.at(-1)?.total ?? project.commentCount
  return (
    <section id="comments" className={cx('border-t border-line pt-8', className)}>
      <h2 tabIndex={-1}>
        Comments <span className="font-normal text-faint tabular-nums">({total.toLocaleString()})</span>
      </h2>
      <CommentBox />
      {isPending ? (
        <Loading label="Loading comments…" className="mt-8 space-y-6">
          {Array.from({ length: Math.min(3, project.commentCount) }, (_, at) => (
            <div key={at} className="flex gap-3">
              <Skeleton className="size-10 rounded-full!" />
              <SkeletonText lines={2} className="flex-1" />
            </div>
          ))}
        </Loading>
      ) : isError && !data ? (
        <ErrorState heading="h3" message="Failed to load comments" onRetry={() => void refetch()} retrying={isFetching} />
      ) : comments.length === 0 ? (
        <EmptyState heading="h3" drawing="talk" title="No comments yet. Be the first to comment!" className="py-8" />
      ) : (
        <>
          <ol className="mt-8 space-y-6">
            {comments.map((comment) => (
              <Entry key={comment._id} comment={comment} owner={comment.user._id === project.submittedBy._id} />
            ))}
          </ol>
          {hasNextPage && (
            <Button className="mt-6" busy={isFetchingNextPage} busyText="Loading…" onClick={() => void fetchNextPage()}>
              Show More Comments
            </Button>
          )}
          {isError && !isFetching && <ErrorState heading="h3" message="Failed to load comments" onRetry={() => void fetchNextPage()} />}
        </>
      )}
    </section>
  )
}

function Entry({ comment: { user, text, timestamp, editedAt }, owner }: { comment: Comment; owner: boolean }) {
  return (
    <li className="flex gap-3">
      <Avatar name={user.name} src={user.profilePicture} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-small">
          <Link plain to={paths.profile(user._id)} className="font-medium text-ink no-underline hover:underline">
            <bdi>{user.name}</bdi>
          </Link>
          {owner && <span className="text-caption text-accent-ink">Project Owner</span>}
          <Time value={timestamp} ago className="text-caption text-faint" />
          {editedAt && <span className="text-caption text-faint">edited</span>}
        </p>
        <p dir="auto" className="mt-1 max-w-measure whitespace-pre-wrap">
          {text}
        </p>
      </div>
    </li>
  )
}

/** Guests see a closed box that leads to the login and back to it. */
function CommentBox() {
  const { status } = useSession()
  const { pathname } = useLocation()
  const guest = status !== 'authenticated'
  return (
    <div className="mt-5 max-w-measure">
      <TextArea label="Your comment" hideLabel rows={3} disabled placeholder={guest ? 'Login to comment' : 'Add a comment...'} maxLength={LIMIT} />
      <div className="mt-3 flex min-h-11 justify-end">
        {guest ? (
          <ButtonLink to={paths.login(`${pathname}#comments`)} icon={<LogIn aria-hidden size="1.1em" />}>
            Login to comment
          </ButtonLink>
        ) : (
          <Button variant="primary" disabled>
            Post Comment
          </Button>
        )}
      </div>
    </div>
  )
}
