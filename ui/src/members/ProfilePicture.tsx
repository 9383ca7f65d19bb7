// The owner's picture. A chosen one is stored at once; the server keeps the square in its middle.
import { useRef, useState } from 'react'
import { Avatar } from '../kit/Avatar'
import { Button } from '../kit/Button'
import { FieldError } from '../kit/fields/Field'
import { KINDS, LARGEST, PictureError, prepare } from '../projects/edit/shrink'
import { useSession } from '../sessions/SessionProvider'
import { useChangePicture, type Profile } from './queries'

export function ProfilePicture({ profile: { name, profilePicture } }: { profile: Profile }) {
  const { know } = useSession()
  const file = useRef<HTMLInputElement>(null)
  const [unfit, setUnfit] = useState<string>()
  const [preparing, setPreparing] = useState(false)
  const change = useChangePicture(know)
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
  const remove = () => {
    setUnfit(undefined)
    void change.run(null)
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar name={name} src={profilePicture} size={80} className="outline-1 -outline-offset-1 outline-line" />
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} busyText="Storing…" onClick={() => file.current?.click()}>
            {profilePicture ? 'Change picture' : 'Add a picture'}
          </Button>
          {profilePicture && !busy && (
            <Button size="sm" variant="quiet" onClick={remove}>
              Remove picture
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-caption text-faint">{`A PNG, JPEG or WebP file of at most ${LARGEST}. The square in its middle is shown.`}</p>
        <FieldError error={unfit ?? change.refusal?.message} />
      </div>
      <input
        ref={file}
        type="file"
        accept={KINDS.join(',')}
        aria-label="Choose a picture of you"
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
