// A button by which the file of a certificate or a badge is chosen.
import { useRef } from 'react'
import { Button } from '../kit/Button'
import { FolderOpen } from '../kit/icons'

const KINDS = '.png,.svg,.pdf,.json,.jsonld,image/png,image/svg+xml,application/pdf,application/json'

type Props = Pick<Parameters<typeof Button>[0], 'variant' | 'size' | 'busy' | 'busyText' | 'className'> & { onFile: (file: File) => void }

export function ChooseFile({ onFile, ...look }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...look} icon={<FolderOpen aria-hidden size="1.1em" />} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={KINDS}
        aria-label="A certificate or a badge"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // So that the same file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
