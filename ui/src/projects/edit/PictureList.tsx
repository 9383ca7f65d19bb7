// What the editor of stored pictures and the picker of new ones share: the rows, and the button that chooses files.
import { useRef, type ReactNode } from 'react'
import { Button, IconButton } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { ArrowUp, Plus, X } from '../../kit/icons'
import { KINDS } from './shrink'

type PictureRow = {
  key: string
  src: string | undefined
  alt: string
  /** The field for its description, and what else stands beside the picture. */
  children: ReactNode
}

type PictureListProps = { rows: PictureRow[]; onUp: (at: number) => void; onRemove: (at: number) => void }

export function PictureList({ rows, onUp, onRemove }: PictureListProps) {
  if (rows.length === 0) return null
  return (
    <ol className="@container space-y-4">
      {rows.map(({ key, src, alt, children }, at) => (
        <li key={key} className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 @min-[34rem]:grid-cols-[auto_1fr_auto]">
          {src ? (
            <img src={src} alt={alt} width={160} height={100} className="aspect-[16/10] w-40 max-w-full rounded-md border border-line object-cover" />
          ) : (
            <span className="grid aspect-[16/10] w-40 max-w-full place-items-center rounded-md border border-line bg-sunken text-caption text-faint">No preview</span>
          )}
          <div className="min-w-0 order-last col-span-2 @min-[34rem]:order-none @min-[34rem]:col-span-1">{children}</div>
          <div className="flex min-w-23 justify-end gap-1">
            {at > 0 && <IconButton label={`Move picture ${at + 1} up`} icon={<ArrowUp aria-hidden size="1.2rem" />} onClick={() => onUp(at)} />}
            <IconButton label={`Remove picture ${at + 1}`} icon={<X aria-hidden size="1.2rem" />} onClick={() => onRemove(at)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

export const altLabel = (at: number) => (at === 0 ? 'What the cover shows' : `What picture ${at + 1} shows`)

type PictureButtonProps = {
  onChoose: (files: File[]) => void
  disabled: boolean
  busy: boolean
  busyText: string
  /** Why pictures were refused. */
  error: string | undefined
  /** What was done to pictures. */
  note?: string
}

export function PictureButton({ onChoose, disabled, busy, busyText, error, note }: PictureButtonProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={file}
        type="file"
        multiple
        accept={KINDS.join(',')}
        aria-label="Choose a picture"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          if (chosen.length > 0) onChoose(chosen)
        }}
      />
      <Button busy={busy} busyText={busyText} disabled={disabled} onClick={() => file.current?.click()} icon={<Plus aria-hidden size="1.1em" />}>
        Add a picture
      </Button>
      <p role="status" className={note && 'mt-2 text-caption text-faint'}>
        {note}
      </p>
      <FieldError error={error} />
    </div>
  )
}
