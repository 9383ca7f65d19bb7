// Approve, reject with a reason, feature. The server is told the state that was seen here: of two admins, the second one
// learns what the first one did.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { FormError } from '../../kit/fields/Field'
import { Check, Star, X } from '../../kit/icons'
import { ToggleChip } from '../../kit/fields/Toggles'
import { toast } from '../../kit/layers/Toast'
import { failureMessage, readError } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { useProjectChanges, type Decision, type Project } from './queries'
import { RejectForm } from './RejectForm'

type Work = 'Approved' | 'Rejected' | 'feature'

export function DecisionPanel({ project, back }: { project: Project; back: string }) {
  const { status, featured } = project
  const { decide, feature, reload } = useProjectChanges(project._id)
  const navigate = useNavigate()
  const [{ reject }, set] = useQueryState({ reject: '' })
  const rejecting = reject === 'true'
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState<Work>()
  const said = useRef<HTMLDivElement>(null)
  const rejectButton = useRef<HTMLButtonElement>(null)
  useFocusAfter(rejecting, rejectButton)

  const start = (what: Work) => {
    setProblem(undefined)
    setReasonError(undefined)
    setWork(what)
  }

  /** What was refused, in words; when another admin was faster, the page shows what is so now. */
  const explain = async (error: unknown, fallback: string) => {
    const failure = readError(error)
    setProblem(failureMessage(failure, fallback))
    if (failure.status !== 409) return
    await reload()
    // The button that had the focus may be gone.
    said.current?.focus()
  }

  const decideAs = async (body: Decision & { status: 'Approved' | 'Rejected' }, fallback: string) => {
    if (work) return
    start(body.status)
    try {
      toast(await decide(body))
      await navigate(back, { replace: true })
    } catch (error) {
      setWork(undefined)
      const { rejectionReason } = readError(error).fields
      if (rejectionReason) setReasonError(rejectionReason)
      else await explain(error, fallback)
    }
  }

  const setFeatured = async (wanted: boolean) => {
    if (work) return
    start('feature')
    try {
      toast(await feature(wanted))
    } catch (error) {
      await explain(error, 'Failed to update featured status.')
    } finally {
      setWork(undefined)
    }
  }

  const approve = () => decideAs({ status: 'Approved', rejectionReason: '', expected: status }, 'Failed to approve project. Please try again.')
  const confirm = () => decideAs({ status: 'Rejected', rejectionReason: reason.trim(), expected: status }, 'Failed to reject project')

  return (
    <Card as="section" aria-labelledby="decision">
      <h2 id="decision" className="text-h4">
        {status === 'In Review' ? 'Your decision' : status}
      </h2>
      {project.rejectionReason && (
        <div className="mt-3 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
          <p className="font-medium">Reason for rejection</p>
          <p className="mt-1 whitespace-pre-wrap">
            <bdi>{project.rejectionReason}</bdi>
          </p>
        </div>
      )}
      <div ref={said} tabIndex={-1} className={problem && 'mt-3'}>
        <FormError>{problem}</FormError>
      </div>
      <div className="mt-4">
        {rejecting ? (
          <RejectForm
            reason={reason}
            onReason={(text) => {
              setReason(text)
              setReasonError(undefined)
            }}
            error={reasonError}
            onError={setReasonError}
            busy={work === 'Rejected'}
            onCancel={() => set({ reject: '' })}
            onConfirm={() => void confirm()}
          />
        ) : (
          <div className="flex flex-col gap-3 sm:max-xl:flex-row [&>button]:justify-center">
            {status === 'Approved' && (
              <ToggleChip pressed={featured} onChange={(wanted) => void setFeatured(wanted)} icon={<Star aria-hidden size="1.1em" />}>
                {featured ? 'Featured' : 'Feature Project'}
              </ToggleChip>
            )}
            {status !== 'Approved' && (
              <Button variant="primary" onClick={() => void approve()} busy={work === 'Approved'} busyText="Approving…" icon={<Check aria-hidden size="1.1em" />}>
                Approve Project
              </Button>
            )}
            {status !== 'Rejected' && (
              <Button ref={rejectButton} variant="danger" onClick={() => set({ reject: 'true' }, { push: true })} disabled={work === 'Approved'} icon={<X aria-hidden size="1.1em" />}>
                Reject Project
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

/** Once `open` is over, the focus returns to what opened it. */
function useFocusAfter(open: boolean, target: RefObject<HTMLElement | null>) {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) target.current?.focus()
    was.current = open
  }, [open, target])
}
