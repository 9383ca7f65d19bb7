// The comments on a project, oldest first, and the box for a new one.
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '../../kit/Avatar'
import { Button } from '../../kit/Button'
import { useHasDraft } from '../../kit/fields/useForm'
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { toast } from '../../kit/layers/Toast'
import { Linked } from '../../kit/Linked'
import { Loading, Skeleton, SkeletonText } from '../../kit/Skeleton'
import { EmptyState, ErrorState } from '../../kit/States'
import { Time } from '../../kit/Time'
import { cx } from '../../lib/cx'
import { CommentBox, CommentForm } from './CommentBox'
import { useComments, useEditComment, useRemoveComment, type Comment } from '../detailQueries'
import type { Project } from '../queries'
import { MemberLink } from '../../members/MemberLink'

/** About the height of a comment and the space after it, in rem. */
const ENTRY_HEIGHT = 6.5

export function Comments({ project, className }: { project: Project; className?: string }) {
  const { data, isPending, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useComments(project._id)
  const comments = data?.pages.flatMap((page) => page.items) ?? []
  const total = data?.pages.at(-1)?.total ?? project.commentCount
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section id="comments" className={cx('border-t border-line pt-8', className)}>
      <h2 ref={heading} tabIndex={-1}>
        Comments <span className="font-sans font-normal text-faint tabular-nums">{`(${total.toLocaleString()})`}</span>
      </h2>
      <CommentBox projectId={project._id} />
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
          <ol className="near -mx-2 mt-6 space-y-6 p-2" style={{ containIntrinsicHeight: `auto ${comments.length * ENTRY_HEIGHT}rem` }}>
            {comments.map((comment) => (
              <Entry
                key={comment._id}
                comment={comment}
                projectId={project._id}
                owner={comment.user._id === project.submittedBy._id}
                onDeleted={() => heading.current?.focus()}
              />
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

const focusAtEnd = (box: HTMLTextAreaElement | null) => {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

type EntryProps = { projectId: string; comment: Comment; owner: boolean; onDeleted: () => void }

function Entry({ projectId, comment: { _id, user, text, timestamp, editedAt, canEdit, canDelete }, owner, onDeleted }: EntryProps) {
  const name = `comment/${projectId}/${_id}`
  const hasDraft = useHasDraft(name, { text })
  // A draft from before the end of the session reopens its box.
  const [wanted, setEditing] = useState(hasDraft)
  const [opened, setOpened] = useState(false)
  const editing = canEdit && wanted
  const [asking, setAsking] = useState(false)
  const edit = useEditComment(projectId, _id)
  const remove = useRemoveComment(projectId, _id, () => {
    // Nothing below an open dialog can have the focus.
    flushSync(() => setAsking(false))
    onDeleted()
  })
  const editButton = useRef<HTMLButtonElement>(null)
  const open = () => {
    setOpened(true)
    setEditing(true)
  }
  const stop = () => {
    flushSync(() => setEditing(false))
    editButton.current?.focus()
  }
  return (
    <li id={`comment-${_id}`} className="flex scroll-mb-24 gap-3">
      <Avatar name={user.name} src={user.profilePicture} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-small">
          <MemberLink member={user} className="font-medium text-ink" linkClassName="no-underline hover:underline">
            <bdi>{user.name}</bdi>
          </MemberLink>
          {owner && <span className="text-caption font-medium text-soft">Project Owner</span>}
          <Time value={timestamp} ago className="text-caption text-faint" />
          {editedAt && <span className="text-caption text-faint">edited</span>}
        </p>
        {editing ? (
          <div className="mt-2 max-w-measure">
            <CommentForm
              name={name}
              label="Edit your comment"
              initial={text}
              submitLabel="Save"
              busyText="Saving…"
              box={opened ? focusAtEnd : undefined}
              onCancel={(undo) => {
                stop()
                if (undo)
                  toast('Changes discarded.', {
                    undo: () => {
                      undo()
                      open()
                    },
                  })
              }}
              send={async (next) => {
                const outcome = await edit.run(next)
                if (outcome?.ok) stop()
                return outcome
              }}
            />
          </div>
        ) : (
          <p dir="auto" className="mt-1 max-w-measure whitespace-pre-wrap">
            <Linked text={text} />
          </p>
        )}
        {!editing && (canEdit || canDelete) && (
          <div className="mt-1 -ms-3 flex gap-1">
            {canEdit && (
              <Button ref={editButton} size="sm" variant="quiet" onClick={open}>
                Edit
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              Delete
            </Button>
          </div>
        )}
        <ConfirmDialog open={asking} onClose={() => setAsking(false)} onConfirm={() => void remove.run()} busy={remove.busy} busyText="Deleting…" title={canEdit ? 'Delete your comment?' : `Delete the comment of ${user.name}?`} confirmLabel="Delete comment">
          This cannot be undone.
        </ConfirmDialog>
      </div>
    </li>
  )
}
