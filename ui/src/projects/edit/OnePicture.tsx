// A place for one picture, which is stored as soon as it is chosen.
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { KINDS, LARGEST, PictureError, prepare } from './shrink'

type OnePictureProps = {
  /** What the field is called for those who do not see it. */
  label: string
  /** The picture as it is now, or what stands in for it. */
  shown: ReactNode
  title?: ReactNode
  hint: string
  /** The words of the buttons; without `remove` there is no picture yet. */
  choose: string
  remove?: string
  /** Stores a file, or removes the picture. */
  change: { run: (file: Blob | null) => Promise<unknown>; reset: () => void; busy: boolean; refusal?: { message: string } }
}

export function OnePicture({ label, shown, title, hint, choose: words, remove, change }: OnePictureProps) {
  const file = useRef<HTMLInputElement>(null)
  const [unfit, setUnfit] = useState<string>()
  const [preparing, setPreparing] = useState(false)
  const busy = preparing || change.busy
  const choose = async (chosen: File) => {
    setUnfit(undefined)
    change.reset()
    setPreparing(true)
    try {
      await change.run((await prepare(chosen)).file)
    } catch (failure) {
      setUnfit(failure instanceof PictureError ? failure.message : 'This picture cannot be read')
    } finally {
      setPreparing(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {shown}
      <div className="min-w-0 flex-1 basis-56">
        {title}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} busyText="Storing…" onClick={() => file.current?.click()}>
            {words}
          </Button>
          {remove && !busy && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                setUnfit(undefined)
                void change.run(null)
              }}
            >
              {remove}
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-caption text-faint">{`${hint} PNG, JPEG or WebP, ${LARGEST}.`.trim()}</p>
        <FieldError error={unfit ?? change.refusal?.message} />
      </div>
      <input
        ref={file}
        type="file"
        accept={KINDS.join(',')}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          target.value = ''
          if (chosen) void choose(chosen)
        }}
      />
    </div>
  )
}
