// Where a file is brought to be verified: dropped, chosen or pasted.
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { TextArea } from '../../kit/fields/TextArea'
import { cx } from '../../lib/cx'
import { ChooseFile } from '../ChooseFile'
import { FILE_BYTES } from '../check/limits'
import { readLink, type Source } from './useVerify'

export function Bring({ busy, onSource }: { busy: boolean; onSource: (source: Source) => void }) {
  const [isOver, setIsOver] = useState(false)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)

  const choose = async (chosen: File | null | undefined) => {
    if (!chosen) return
    // What is too large is not read at all; one byte more says that it is.
    const bytes = new Uint8Array(await chosen.slice(0, FILE_BYTES + 1).arrayBuffer())
    onSource({ name: chosen.name, bytes })
  }
  const bring = useRef(choose)
  useEffect(() => {
    bring.current = choose
  })

  // Anywhere on the page: the browser would otherwise open what falls beside the field.
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setIsOver(false)
      void bring.current(event.dataTransfer?.files[0])
    }
    const paste = (event: ClipboardEvent) => {
      const [pasted] = event.clipboardData?.files ?? []
      if (!pasted) return
      event.preventDefault()
      void bring.current(pasted)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])

  const send = () => {
    const trimmed = text.trim()
    setMissing(!trimmed)
    if (!trimmed) return
    const link = readLink(trimmed)
    onSource(link ? { link } : { name: '', bytes: new TextEncoder().encode(trimmed) })
  }

  return (
    <div className="no-print grid gap-6 md:grid-cols-2">
      <div className={cx('flex flex-col items-center justify-center gap-3 rounded-lg border-2 border-dashed p-6 text-center md:p-10', isOver ? 'border-accent-edge bg-accent-tint' : 'border-strong bg-surface')}>
        <p className="text-h4 font-medium pointer-coarse:hidden">Drop a file here</p>
        <ChooseFile variant="primary" size="lg" busy={busy} busyText="Checking…" onFile={(chosen) => void choose(chosen)} />
        <p className="text-small text-soft">PNG, SVG, PDF or JSON, as it was downloaded or mailed. A photo or a screenshot is not enough.</p>
      </div>
      <form
        className="flex flex-col gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextArea
          label="Or paste its link or its text"
          hint="The link of a certificate or a badge, or the text of a JSON file."
          error={missing && !text.trim() ? 'Paste a link or a text first.' : undefined}
          rows={3}
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          dir="auto"
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button type="submit" busy={busy} busyText="Checking…">
            Check
          </Button>
        </div>
      </form>
    </div>
  )
}
