// How readable the accent is in both themes, in numbers.
import { CircleCheck } from '../../kit/icons'
import { readable } from './contrast'

export function Contrast({ accent }: { accent: string }) {
  return (
    <section aria-labelledby="contrast">
      <h2 id="contrast" className="font-sans text-small font-medium">
        Contrast
      </h2>
      <ul className="mt-2 space-y-2">
        {readable(accent).map(({ theme, fill, ink, button, text }) => (
          <li key={theme} className="flex gap-3 rounded-md border border-line px-4 py-3 text-small">
            <CircleCheck aria-hidden size="1.25rem" className="mt-0.5 shrink-0 text-good" />
            <div className="min-w-0">
              <p className="font-medium">{theme === 'light' ? 'Light theme' : 'Dark theme'}</p>
              <p className="text-soft tabular-nums">{`Text on buttons ${button}\u00a0:\u00a01, links ${text}\u00a0:\u00a01. At least 4.5\u00a0:\u00a01 is needed.`}</p>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-soft">
                <span>Buttons are</span>
                <Swatch colour={fill} />
                <span>and links</span>
                <Swatch colour={ink} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className="size-4 rounded-sm border border-line forced-color-adjust-none" style={{ background: colour }} />
      <code>{colour}</code>
    </span>
  )
}
