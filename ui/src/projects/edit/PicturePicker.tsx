// The part of the submission form that chooses pictures. They are sent when the project is there.
import { useState } from 'react'
import { PICTURE_INPUT } from '../../api/forms'
import { TextField } from '../../kit/fields/TextField'
import { newKey, type useChosen } from './chosen'
import { MOST } from './PictureEditor'
import { altLabel, PictureButton, PictureList } from './PictureList'
import { Part } from './ProjectForm'
import { LARGEST, PictureError, prepare } from './shrink'

export function PicturePicker({ pictures, change }: ReturnType<typeof useChosen>) {
  const [refused, setRefused] = useState<string[]>([])
  const [reading, setReading] = useState(false)

  const add = async (files: File[]) => {
    setRefused([])
    setReading(true)
    const problems: string[] = []
    let room = MOST - pictures.length
    for (const file of files) {
      try {
        if (room <= 0) throw new PictureError(`A project can have at most ${MOST} pictures`)
        const ready = await prepare(file)
        room -= 1
        change((now) => [...now, { ...ready, key: newKey(), name: file.name, alt: '' }])
      } catch (failure) {
        problems.push(`${file.name}: ${failure instanceof PictureError ? failure.message : 'This picture cannot be read'}`)
      }
    }
    setReading(false)
    setRefused(problems)
  }
  const up = (at: number) => change((now) => [...now.slice(0, at - 1), now[at]!, now[at - 1]!, ...now.slice(at + 1)])

  const rows = pictures.map((picture, at) => ({
    key: picture.key,
    src: picture.thumbnail,
    alt: picture.alt,
    children: (
      <>
        <TextField
          label={altLabel(at)}
          hint="For people who cannot see it."
          optional
          maxLength={PICTURE_INPUT.alt}
          value={picture.alt}
          onChange={({ target: { value } }) => change((now) => now.map((one) => (one.key === picture.key ? { ...one, alt: value } : one)))}
        />
        {picture.note && <p className="mt-1.5 text-caption text-faint">{picture.note}</p>}
      </>
    ),
  }))
  return (
    <Part title="Pictures" level={3} hint={`Up to ${MOST} screenshots (PNG, JPEG or WebP, ${LARGEST} each; larger ones are made smaller here). The first one is the cover. You can also add them later.`}>
      <PictureList rows={rows} onUp={up} onRemove={(at) => change((now) => now.filter((_, index) => index !== at))} />
      <PictureButton onChoose={(files) => void add(files)} disabled={pictures.length >= MOST} busy={reading} busyText="Reading…" error={refused.length > 0 ? refused.join('. ') : undefined} />
    </Part>
  )
}
