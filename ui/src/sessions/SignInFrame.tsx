// The frame of the sign-in screens: what this is and a drawing at one side, what to do at the other.
import { useEffect, useRef, type ReactNode } from 'react'
import { Card } from '../kit/Card'
import { Container } from '../kit/Page'

type SignInFrameProps = {
  title: ReactNode
  lead: ReactNode
  /** Beside the card where there is room, below it where not. */
  aside?: ReactNode
  /** Takes the focus: this screen replaced another one on the same page. */
  focus?: boolean
  children: ReactNode
}

export function SignInFrame({ title, lead, aside, focus, children }: SignInFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focus) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [focus])

  return (
    <Container className="grid gap-x-16 gap-y-8 py-10 md:py-16 lg:grid-cols-[minmax(0,1fr)_27rem]">
      <div className="lg:pt-6">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-3 max-w-120 text-lead text-soft">{lead}</p>
        {aside && <div className="mt-10 hidden lg:block">{aside}</div>}
      </div>
      <Card className="w-full max-w-120 self-start p-5! sm:p-7! print:hidden">{children}</Card>
    </Container>
  )
}
