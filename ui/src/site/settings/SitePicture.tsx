// One of the community's pictures. A chosen one is stored at once.
import { useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { KINDS, LARGEST, PictureError, prepare } from '../../projects/edit/shrink'
import { useSitePicture, type Which } from './queries'

type SitePictureProps = { which: Which; label: string; hint: string; src: string | undefined; /** The shape of the frame. */ className: string }

export function SitePicture({ which, label, hint, src, className }: SitePictureProps) {
  const file = useRef<HTMLInputElement>(null)
  const [unfit, setUnfit] = useState<string>()
  const [preparing, setPreparing] = useState(false)
  const change = useSitePicture(which)

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
  const remove = () => {
    setUnfit(undefined)
    void change.run(null)
  }
  const busy = preparing || change.busy

  return (
    <section aria-label={label} className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <div className={`grid shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-surface ${className}`}>
        {src ? <img src={src} alt={`The present ${label.toLowerCase()}`} className="size-full object-contain" /> : <span className="text-caption text-faint">None</span>}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-small font-medium">{label}</h2>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" busy={busy} busyText="Storing…" onClick={() => file.current?.click()}>
            {src ? 'Change' : 'Choose a picture'}
          </Button>
          {src && !busy && (
            <Button size="sm" variant="quiet" onClick={remove}>
              Remove
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-caption text-faint">{`${hint} PNG, JPEG or WebP, ${LARGEST}.`}</p>
        <FieldError error={unfit ?? change.refusal?.message} />
      </div>
      <input
        ref={file}
        type="file"
        accept={KINDS.join(',')}
        aria-label={`Choose the ${label.toLowerCase()}`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          target.value = ''
          if (chosen) void choose(chosen)
        }}
      />
    </section>
  )
}
