// A sample certificate, drawn here, with links to the events and to the page that verifies.
import { ButtonLink } from '../kit/Button'
import { paths } from '../paths'
import { rosette } from './rules'

export function CertificateTeaser({ name }: { name: string }) {
  return (
    <section aria-labelledby="certificates" className="grid items-center gap-x-14 gap-y-8 pt-(--section) lg:grid-cols-[1fr_1.25fr]">
      <div>
        <h2 id="certificates">A certificate that can be checked</h2>
        <p className="mt-3 max-w-measure text-lead text-soft">
          Finish an event and its certificate is yours: to download, to print, to share. Its number and its code lead to a page that says whether it is real.
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={paths.events()}>Find an event</ButtonLink>
          <ButtonLink to={paths.verifyCertificate()} variant="quiet">
            Verify a certificate
          </ButtonLink>
        </p>
      </div>
      <Sample name={name} />
    </section>
  )
}

function Sample({ name }: { name: string }) {
  return (
    <svg
      role="img"
      aria-label="A sample certificate"
      viewBox="0 0 1414 1000"
      className="block aspect-[1.414/1] w-full rounded-sm border border-line bg-surface font-sans shadow-float"
      fill="var(--ink)"
      textAnchor="middle"
    >
      <g fill="none" stroke="var(--accent-ink)">
        <path d={rosette(1414, 1000, 470, 26)} strokeWidth="1.5" opacity=".35" />
        <path d={rosette(1414, 1000, 470, 26, 2.1)} strokeWidth="1.5" opacity=".35" />
        <path d={rosette(1414, 1000, 300, 18, 1)} strokeWidth="1.5" opacity=".45" />
        <path d={rosette(0, 0, 330, 22)} strokeWidth="1.5" opacity=".3" />
        <path d={rosette(0, 0, 330, 22, 2.1)} strokeWidth="1.5" opacity=".3" />
        <path d="M48 48h1318v904H48z" strokeWidth="3" />
        <path d="M62 62h1290v876H62z" stroke="var(--line-strong)" strokeWidth="1" />
      </g>
      <text x="707" y="190" fontSize="30" fill="var(--ink-soft)" textLength={name.length > 50 ? 1000 : undefined} lengthAdjust="spacingAndGlyphs">
        {name}
      </text>
      <g fontFamily="var(--display)" fontWeight="700">
        <text x="707" y="290" fontSize="76" letterSpacing="-1.5">
          Certificate of Achievement
        </text>
        <text x="707" y="530" fontSize="104" letterSpacing="-2" fill="var(--accent-ink)">
          Your Name
        </text>
      </g>
      <text x="707" y="405" fontSize="30" fill="var(--ink-soft)">
        This is to certify that
      </text>
      <path d="M347 570h720" stroke="var(--line-strong)" strokeWidth="2" />
      <text x="707" y="640" fontSize="32" fill="var(--ink-soft)">
        took part, did the work, and finished
      </text>
      <text x="707" y="698" fontSize="42" fontWeight="600">
        An Event You Will Remember
      </text>
      <g fontSize="26" fill="var(--ink-soft)" textAnchor="start">
        <text x="130" y="868" fontFamily="var(--mono)">
          CERT-SAMPLE-000000000000
        </text>
        <text x="130" y="828">
          Certificate ID
        </text>
      </g>
      <g transform="translate(1190 810)">
        <circle r="84" fill="var(--accent)" stroke="var(--surface)" strokeWidth="6" />
        <circle r="68" fill="none" stroke="var(--accent-on)" strokeWidth="2" strokeDasharray="3 7" />
        <path d="M-30 2l20 22 42-46" fill="none" stroke="var(--accent-on)" strokeWidth="11" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  )
}
