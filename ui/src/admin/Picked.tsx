// What was picked in a form, such as a member or an event, with a button to pick another.
import { Avatar } from '../kit/Avatar'
import { Button } from '../kit/Button'

type PickedProps = { label: string; name: string; detail?: string; picture?: string; onChange: () => void }

export function Picked({ label, name, detail, picture, onChange }: PickedProps) {
  return (
    <div>
      <p className="mb-1.5 text-small font-medium">{label}</p>
      <p className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-sunken px-3 py-2">
        {picture !== undefined && <Avatar name={name} src={picture} size={36} />}
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-medium"><bdi>{name}</bdi></span>
          {detail && <span className="block text-caption text-faint">{detail}</span>}
        </span>
        <Button autoFocus size="sm" variant="quiet" onClick={onChange}>
          <span>
            Change<span className="sr-only"> {name}</span>
          </span>
        </Button>
      </p>
    </div>
  )
}
