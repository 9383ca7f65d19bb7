// A picture of an event: uploaded, or the address of one elsewhere. What is uploaded is stored at once and belongs to the event when
// the form is saved.
import { OnePicture } from '../../projects/edit/OnePicture'
import { TextField } from '../../kit/fields/TextField'
import { cx } from '../../lib/cx'
import { useStorePicture } from '../adminQueries'
import { isStored } from './eventDraft'
import { textOf, type EventPartProps } from './formFields'

type PictureFieldProps = {
  part: EventPartProps
  name: 'bannerImage' | 'organizationLogo'
  label: string
  hint: string
  maxLength: number
  /** The shape of the picture on the event's page. */
  shape: string
}

export function PictureField({ part, name, label, hint, maxLength, shape }: PictureFieldProps) {
  const field = textOf(part)(name)
  const set = (address: string) => part.onChange({ [name]: address })
  const store = useStorePicture(set)
  // A refused one is shown by its address, so that the sentence stands at a field.
  const stored = isStored(field.value) && !field.error
  const title = stored ? (
    <p className="mb-2 text-small font-medium">
      <span>{label}</span>
      <span className="font-normal text-faint"> (optional)</span>
    </p>
  ) : undefined
  const change = { ...store, run: (file: Blob | null) => (file ? store.run(file) : Promise.resolve(set(''))) }
  return (
    <div className="space-y-3">
      {!stored && <TextField label={label} optional type="url" inputMode="url" placeholder="https://…" maxLength={maxLength} hint={`${hint} The address of a picture, or a file of yours.`} {...field} />}
      <OnePicture
        label={name === 'bannerImage' ? 'Choose a banner' : 'Choose a logo'}
        shown={stored && <img src={field.value} alt={name === 'bannerImage' ? 'The chosen banner' : 'The chosen logo'} className={cx('shrink-0 rounded-md border border-line bg-surface', shape)} />}
        title={title}
        hint={stored ? hint : ''}
        choose={stored ? 'Change' : 'Upload a picture'}
        remove={stored ? 'Remove' : undefined}
        change={change}
      />
    </div>
  )
}
