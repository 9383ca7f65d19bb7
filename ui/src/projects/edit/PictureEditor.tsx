// Adds, describes, orders and removes a project's screenshots. Each change is stored at once, one after the other.
import { useState } from 'react'
import { PICTURE_INPUT, PICTURE_ORDER } from '../../api/forms'
import { TextField } from '../../kit/fields/TextField'
import { useForm } from '../../kit/fields/useForm'
import type { Picture, Project } from '../queries'
import { useAddPicture, useOrderPictures, useRemovePicture } from './pictureChanges'
import { altLabel, PictureButton, PictureList } from './PictureList'
import { Part } from './ProjectForm'
import { LARGEST, PictureError, prepare } from './shrink'

export const MOST = PICTURE_ORDER.pictures

export function PictureEditor({ project: { _id: id, pictures } }: { project: Project }) {
  const [unfit, setUnfit] = useState<string>()
  const [note, setNote] = useState<string>()
  const [preparing, setPreparing] = useState(false)
  const adding = useAddPicture(id, 'Picture added.')
  const ordering = useOrderPictures(id)
  const removing = useRemovePicture(id)
  const error = unfit ?? adding.refusal?.message ?? ordering.refusal?.message ?? removing.refusal?.message

  // A picture's description is stored when its field loses the focus; until then it is a draft like all typed text.
  const alts = useForm<Record<string, string>>({ name: `pictures/${id}`, initial: Object.fromEntries(pictures.map(({ _id, alt }) => [_id, alt])), send: async () => undefined })
  const begin = () => {
    setUnfit(undefined)
    for (const one of [adding, ordering, removing]) one.reset()
  }
  const add = async (files: File[]) => {
    begin()
    setNote(undefined)
    setPreparing(true)
    try {
      for (const file of files) {
        const ready = await prepare(file)
        setNote(ready.note)
        const outcome = await adding.run({ file: ready.file, alt: '' })
        if (!outcome?.ok) return
      }
    } catch (failure) {
      setUnfit(failure instanceof PictureError ? failure.message : 'This picture cannot be read')
    } finally {
      setPreparing(false)
    }
  }
  const order = async (next: Picture[]) => {
    begin()
    const outcome = await ordering.run(next)
    if (outcome?.ok) alts.sent(Object.fromEntries(next.map(({ _id, alt }) => [_id, alt])))
  }
  const described = pictures.map((picture) => ({ ...picture, alt: (alts.values[picture._id] ?? picture.alt).trim() }))
  const remove = (picture: string) => {
    begin()
    void removing.run(picture)
  }
  const up = (at: number) => order([...described.slice(0, at - 1), described[at]!, described[at - 1]!, ...described.slice(at + 1)])

  const rows = pictures.map((picture, at) => ({
    key: picture._id,
    src: picture.cardUrl,
    alt: picture.alt,
    children: (
      <TextField
        label={altLabel(at)}
        hint="For people who cannot see it."
        maxLength={PICTURE_INPUT.alt}
        {...alts.text(picture._id)}
        onBlur={() => {
          alts.set({ [picture._id]: described[at]!.alt })
          if (described[at]!.alt !== picture.alt) void order(described)
        }}
      />
    ),
  }))
  return (
    <Part title="Pictures" hint={`Up to ${MOST} screenshots (PNG, JPEG or WebP, ${LARGEST} each; larger ones are made smaller here). The first one is the cover.`}>
      <PictureList rows={rows} onUp={(at) => void up(at)} onRemove={(at) => remove(pictures[at]!._id)} />
      <PictureButton
        onChoose={(files) => void add(files)}
        disabled={pictures.length >= MOST}
        busy={preparing || adding.busy || ordering.busy || removing.busy}
        busyText="Storing…"
        error={error}
        note={note}
      />
    </Part>
  )
}
