// On a phone, the reader's next step at the foot of an event's page, while the button in the panel is out of sight.
import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '../kit/Button'
import { useLocation } from 'react-router'
import { LogIn } from '../kit/icons'
import { cx } from '../lib/cx'
import { useQueryState } from '../lib/queryState'
import { paths, webLink } from '../paths'
import { useSession } from '../sessions/SessionProvider'
import type { EventDetail } from './queries'
import { nextStep, type NextStep } from './rules'

export function FootBar({ event, registered }: { event: EventDetail; registered: boolean }) {
  const step = nextStep(event, registered)
  const hidden = useInSight(step)
  if (!step) return null
  return (
    <div className={cx('sticky bottom-2 z-10 mt-8 rounded-lg border border-line bg-surface p-2 shadow-float lg:hidden print:hidden', hidden && 'invisible')}>
      <Step step={step} link={webLink(event.meetLink)} />
    </div>
  )
}

function Step({ step, link }: { step: NextStep; link: string | undefined }) {
  const [, set] = useQueryState({ ticket: '' })
  const { status } = useSession()
  const { pathname } = useLocation()
  if (step === 'Join the meeting')
    return (
      <ButtonLink wide variant="primary" href={link}>
        {step}
      </ButtonLink>
    )
  if (status === 'anonymous' && (step === 'Register' || step === 'Join the Waiting List'))
    return (
      <ButtonLink wide variant="primary" to={paths.login(pathname)} icon={<LogIn aria-hidden size="1.1em" />}>
        {`Login to ${step}`}
      </ButtonLink>
    )
  const go = () => {
    if (step === 'Show your ticket') return set({ ticket: 'show' }, { push: true })
    const panel = document.getElementById('registration')
    panel?.scrollIntoView()
    panel?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
    panel?.querySelector('form')?.requestSubmit()
  }
  return (
    <Button wide variant="primary" onClick={go}>
      {step}
    </Button>
  )
}

/** Whether the panel shows its own button for this step wholly in the window, or any of itself without one; true until it is known. */
function useInSight(step: NextStep | undefined) {
  const [sight, setSight] = useState(true)
  useEffect(() => {
    const panel = document.getElementById('registration')
    if (!panel || !step) return
    const own = [...panel.querySelectorAll('button, a')].find((one) => one.textContent.toLowerCase().includes(step.toLowerCase()))
    const watch = new IntersectionObserver(([entry]) => setSight(entry?.isIntersecting ?? true), { threshold: own ? 0.99 : 0 })
    watch.observe(own ?? panel)
    return () => watch.disconnect()
  }, [step])
  return sight
}
