// Approves, rejects with a reason, and features. The call names the state that this page shows, so the second of two admins
// learns what the first has done.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../kit/Button'
import { Card } from '../../kit/Card'
import { Linked } from '../../kit/Linked'
import { FormError } from '../../kit/fields/Field'
import { Check, Star, X } from '../../kit/icons'
import { Switch } from '../../kit/fields/Toggles'
import { ToggleChip } from '../../kit/fields/ToggleChip'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import type { Problem } from '../../lib/errors'
import { useQueryState } from '../../lib/queryState'
import { readStored, store } from '../../lib/storage'
import { useDecision, useFeature, useNeighbours, useTakeBack, type Project } from './queries'
import { RejectForm } from './RejectForm'
import { listPath, reviewPath } from './rules'

/** Where the browser keeps that a decision leads to the next project. */
const KEEPS_ON = 'reviewKeepsOn'

export function DecisionPanel({ project, list }: { project: Project; list: string }) {
  const { status, featured } = project
  const navigate = useNavigate()
  const [{ reject }, set] = useQueryState({ reject: '' })
  const rejecting = reject === 'true'
  const [problem, setProblem] = useState<string>()
  const said = useRef<HTMLDivElement>(null)
  const rejectButton = useRef<HTMLButtonElement>(null)
  useFocusAfter(rejecting, rejectButton)
  const { data: neighbours } = useNeighbours(project._id)
  const following = neighbours?.next ?? neighbours?.previous
  const [keepsOn, setKeepsOn] = useState(() => readStored(KEEPS_ON) !== null)
  const keepOn = (on: boolean) => {
    store(KEEPS_ON, on ? 'on' : null)
    setKeepsOn(on)
  }
  const feature = useFeature(project._id)
  const takeBack = useTakeBack(project._id, (message) => toast(message, { action: { label: 'Review it again', run: () => void navigate(reviewPath(project._id, list)) } }))
  const decision = useDecision(project._id, (message, here) => {
    const next = status === 'In Review' && following
    const goesOn = here && next && keepsOn
    toast(message, { undo: () => void takeBack.run(), undoKeys: 'z', ...(next && !goesOn && { action: { label: 'Review the next', run: () => void navigate(reviewPath(next, list)) } }) })
    if (here) void navigate(goesOn ? reviewPath(next, list) : listPath(list), { replace: true })
  })
  const working = decision.busy ? decision.input?.status : undefined

  /** Why the last action was refused. */
  const explain = ({ status: answer, message }: Problem) => {
    setProblem(message)
    // Another admin was faster, so the focused button may disappear.
    if (answer === 409) said.current?.focus()
  }
  const setFeatured = async (wanted: boolean) => {
    setProblem(undefined)
    const outcome = await feature.run(wanted)
    if (outcome?.ok === false) explain(outcome)
  }
  const approve = async () => {
    setProblem(undefined)
    const outcome = await decision.run({ status: 'Approved', rejectionReason: '', expected: status })
    if (outcome?.ok === false) explain(outcome)
  }
  const form = useForm({
    name: `reject/${project._id}`,
    initial: { rejectionReason: '' },
    check: ({ rejectionReason }): Record<string, string> => (rejectionReason.trim() ? {} : { rejectionReason: 'Please provide a reason for rejection' }),
    async send({ rejectionReason }) {
      setProblem(undefined)
      const outcome = await decision.run({ status: 'Rejected', rejectionReason: rejectionReason.trim(), expected: status })
      if (outcome?.ok === false && !outcome.fields.rejectionReason) explain(outcome)
      return outcome
    },
  })

  return (
    <Card as="section" aria-labelledby="decision" className={status === 'In Review' ? 'print:hidden' : undefined}>
      <h2 id="decision" className="text-h4">
        {status === 'In Review' ? 'Your decision' : status}
      </h2>
      {project.rejectionReason && (
        <div className="mt-3 rounded-md bg-bad-tint px-4 py-3 text-small text-bad">
          <p className="font-medium">Reason for rejection</p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap">
            <Linked text={project.rejectionReason} />
          </p>
        </div>
      )}
      <div ref={said} tabIndex={-1} className={problem && 'mt-3'}>
        <FormError>{problem}</FormError>
      </div>
      <div className="mt-4">
        {rejecting ? (
          <RejectForm form={form} onCancel={() => set({ reject: '' })} />
        ) : (
          <div className="flex flex-col gap-3 sm:max-xl:flex-row [&>button]:justify-center">
            {status === 'Approved' && (
              <ToggleChip pressed={featured} onChange={(wanted) => void setFeatured(wanted)} icon={<Star aria-hidden size="1.1em" />}>
                {featured ? 'Featured' : 'Feature Project'}
              </ToggleChip>
            )}
            {status !== 'Approved' && (
              <Button variant="primary" aria-keyshortcuts="a" onClick={() => void approve()} busy={working === 'Approved'} busyText="Approving…" icon={<Check aria-hidden size="1.1em" />}>
                Approve Project
              </Button>
            )}
            {status !== 'Rejected' && (
              <Button ref={rejectButton} variant="danger" aria-keyshortcuts="r" onClick={() => set({ reject: 'true' }, { push: true })} disabled={working === 'Approved'} icon={<X aria-hidden size="1.1em" />}>
                Reject Project
              </Button>
            )}
          </div>
        )}
      </div>
      {status === 'In Review' && following && <Switch className="mt-5" label="Open the next project after a decision" checked={keepsOn} onChange={(event) => keepOn(event.target.checked)} />}
    </Card>
  )
}

/** Returns the focus to the opening button when `open` ends. */
function useFocusAfter(open: boolean, target: RefObject<HTMLElement | null>) {
  const was = useRef(open)
  useEffect(() => {
    if (was.current && !open) target.current?.focus()
    was.current = open
  }, [open, target])
}
