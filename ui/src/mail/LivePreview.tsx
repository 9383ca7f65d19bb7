// The message as its first reader gets it, a moment after it was typed: as HTML and as text.
import { useEffect, useState } from 'react'
import { Card } from '../kit/Card'
import { Tabs } from '../kit/Tabs'
import { readError } from '../lib/errors'
import { EmailFrame } from './EmailFrame'
import { useLivePreview } from './mailQueries'
import { previewOf, textFaults, type Email } from './mailRules'

const PAUSE = 400

/** The value once it has not changed for a moment. */
function useSettled<T>(value: T, key: string): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says when the value is another
  }, [key])
  return settled
}

export function LivePreview({ email }: { email: Email }) {
  const [tab, setTab] = useState('html')
  const settled = useSettled(email, JSON.stringify(previewOf(email)))
  const faults = Object.values(textFaults(settled))
  const { data, error } = useLivePreview(previewOf(settled), faults.length === 0)
  const said = error ? readError(error).message : faults[0]
  return (
    <Card as="section" aria-labelledby="preview-title">
      <h2 id="preview-title" className="text-h4">
        Preview
      </h2>
      {said ? (
        <p className="mt-3 text-small text-soft">{error ? said : 'The preview appears when subject and message are there.'}</p>
      ) : (
        data && (
          <>
            <p className="mt-2 mb-4 font-medium wrap-anywhere">{data.subject}</p>
            <Tabs
              label="Forms of the email"
              value={tab}
              onChange={setTab}
              tabs={[
                { id: 'html', label: 'HTML', panel: <EmailFrame html={data.html} /> },
                { id: 'text', label: 'Text', panel: <pre tabIndex={0} className="max-h-120 overflow-auto rounded-md border border-line p-3 text-small print:max-h-none print:overflow-visible print:break-inside-auto wrap-break-word whitespace-pre-wrap">{data.text}</pre> },
              ]}
            />
          </>
        )
      )}
    </Card>
  )
}
