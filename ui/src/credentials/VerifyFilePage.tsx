// Says whether a file is a genuine certificate or badge, of this community or any other. It is checked in the browser, also
// without a network, and sent nowhere.
import { useEffect, useEffectEvent } from 'react'
import { Link } from '../kit/Link'
import { Container, PageHead } from '../kit/Page'
import { Spinner } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { cx } from '../lib/cx'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { isApart, paths } from '../paths'
import { useSiteState } from '../sessions/SiteProvider'
import { Bring } from './verify/Bring'
import { keepForOffline } from './verify/offline'
import { Elsewhere, Outcome } from './verify/Outcome'
import { leadsAway, useVerify, type Source } from './verify/useVerify'

const DEFAULTS = { link: '' }

/** Whether this document was loaded at this address. Its policy is that of the address where it was loaded. */
function isLoadedHere(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return !entry || !URL.canParse(entry.name) || isApart(new URL(entry.name).pathname)
}

export default function VerifyFilePage() {
  useDocumentTitle('Verify a file')
  const [{ link }, set] = useQueryState(DEFAULTS)
  const { looked, take, follow, ask, again } = useVerify()
  const { site, failed } = useSiteState()
  const isReady = site !== undefined || failed
  const bring = (source: Source) => {
    const next = 'link' in source ? source.link : ''
    set({ link: next }, { push: next !== '' })
    // A link that is new in the address is followed from there.
    if (!next || next === link) void take(source)
  }
  const followed = useEffectEvent(() => {
    if (link && URL.canParse(link, location.origin)) void take({ link: new URL(link, location.origin).href })
  })
  useEffect(() => {
    if (isReady) followed()
  }, [link, isReady])
  useEffect(() => {
    if (isLoadedHere()) void keepForOffline()
    else location.reload()
  }, [])
  // What comes below the field is as high as a window, but for the sentence about another site.
  const away = URL.canParse(link, location.origin) && leadsAway(link, site?.url)
  const room = link && looked?.state !== 'unreachable' && (away ? 'min-h-44' : 'min-h-dvh')
  return (
    <Container className="pb-(--section)">
      <PageHead title="Verify a file" lead="Is this certificate or badge genuine? Choose the file, from this community or any other. It is checked here in your browser, and sent nowhere." />
      <Bring busy={looked?.state === 'reading'} onSource={bring} />
      <div className={cx('mt-8', room)} aria-live="polite">
        {looked?.state === 'reading' && (
          <p className="appear-late flex items-center gap-3 text-soft">
            <Spinner size="1.5rem" className="text-accent-ink" />
            Checking…
          </p>
        )}
        {looked?.state === 'elsewhere' && (
          <Elsewhere link={looked.link} host={looked.host} away={looked.away === true} busy={looked.busy === true} onFollow={() => void follow(looked.link, looked.host)} />
        )}
        {looked?.state === 'unreachable' && <ErrorState title="This was not checked" message={looked.text} onRetry={() => void take(looked.again)} />}
        {looked?.state === 'read' && (
          <Outcome name={looked.name} read={looked.read} known={looked.known} busy={looked.busy === true} onAsk={(hosts) => void ask(hosts)} onAgain={() => void again()} />
        )}
      </div>
      <div className="mt-10 max-w-measure space-y-3 text-small text-soft">
        <p>
          <span>Only paper, a photo or a screenshot? </span>
          <Link to={paths.verifyCertificate()}>Enter the ID that is printed on it</Link>
          <span>, if this community issued it.</span>
        </p>
        <p>
          <span>How it works: whoever issues a certificate or a badge signs it, and the file holds the signature (Open Badges 3.0). A signature fits only as long as nothing is changed, and only the issuer can make one. </span>
          <Link to={paths.issuer()}>The keys of this community</Link>
          <span>, and </span>
          <Link to={paths.transparency()}>the log of all that it has signed</Link>
          <span>, are open to everybody.</span>
        </p>
      </div>
    </Container>
  )
}
