// A project's screenshots: add, describe, order, remove. Each change is stored at once.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../api/client'
import { unwrap } from '../../api/query'
import { Button, IconButton } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { ArrowUp, Plus, X } from '../../kit/icons'
import { TextField } from '../../kit/fields/TextField'
import { toast } from '../../kit/layers/Toast'
import { Part } from './ProjectForm'
import type { Picture, Project } from '../queries'
import { useRefusal } from '../../sessions/useRefusal'

const MOST = 5
const LARGEST = 5 * 1024 * 1024

export function PictureEditor({ project }: { project: Project }) {
  const queries = useQueryClient()
  const refusal = useRefusal()
  const [pictures, setPictures] = useState(project.pictures)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const path = { id: project._id }

  // One after the other; what is shown follows the last answer.
  const stored = useRef(project.pictures)
  const last = useRef<Promise<void>>(Promise.resolve())
  const change = (call: () => Promise<{ pictures: Picture[] }>, done?: string) => {
    setBusy(true)
    setError(undefined)
    const mine: Promise<void> = last.current.then(async () => {
      try {
        stored.current = (await call()).pictures
        if (done) toast(done)
        void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).includes('/projects') })
      } catch (problem) {
        setError(refusal(problem, 'The picture could not be stored').message)
      }
      if (last.current !== mine) return
      setPictures(stored.current)
      setBusy(false)
    })
    last.current = mine
    return mine
  }
  const add = async (chosen: File) => {
    if (chosen.size > LARGEST) return setError('A picture can have at most 5 MB')
    await change(
      () =>
        unwrap(
          client.POST('/api/projects/{id}/pictures', {
            params: { path, query: { alt: '' } },
            body: chosen as unknown as string,
            bodySerializer: (body) => body as unknown as BodyInit,
            headers: { 'Content-Type': 'application/octet-stream' },
          }),
        ),
      'Picture added.',
    )
  }
  const order = (next: Picture[]) => {
    // At once: a click that ends the typing of a text must know that text.
    setPictures(next)
    return change(() => unwrap(client.PUT('/api/projects/{id}/pictures', { params: { path }, body: { pictures: next.map(({ _id, alt }) => ({ _id, alt })) } })))
  }
  const remove = (picture: Picture) => change(() => unwrap(client.DELETE('/api/projects/{id}/pictures/{picture}', { params: { path: { ...path, picture: picture._id } } })), 'Picture removed.')
  const up = (at: number) => order([...pictures.slice(0, at - 1), pictures[at]!, pictures[at - 1]!, ...pictures.slice(at + 1)])

  return (
    <Part title="Pictures" hint={`Up to ${MOST} screenshots (PNG, JPEG or WebP, 5 MB each). The first one is the cover.`}>
      {pictures.length > 0 && (
        <ol className="space-y-4">
          {pictures.map((picture, at) => (
            <li key={picture._id} className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 sm:grid-cols-[auto_1fr_auto]">
              <img src={picture.cardUrl} alt={picture.alt} width={160} height={100} className="aspect-[16/10] w-40 max-w-full rounded-md border border-line object-cover" />
              <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
                <TextField
                  label={at === 0 ? 'What the cover shows' : `What picture ${at + 1} shows`}
                  hint="For people who cannot see it."
                  defaultValue={picture.alt}
                  maxLength={200}
                  onBlur={(event) => {
                    const alt = event.target.value.trim()
                    if (alt !== picture.alt) void order(pictures.map((one) => (one._id === picture._id ? { ...one, alt } : one)))
                  }}
                />
              </div>
              <div className="flex min-w-23 justify-end gap-1">
                {at > 0 && <IconButton label={`Move picture ${at + 1} up`} icon={<ArrowUp aria-hidden size="1.2rem" />} onClick={() => void up(at)} />}
                <IconButton label={`Remove picture ${at + 1}`} icon={<X aria-hidden size="1.2rem" />} onClick={() => void remove(picture)} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Choose a picture"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            event.target.value = ''
            if (chosen) void add(chosen)
          }}
        />
        <Button busy={busy} busyText="Storing…" disabled={pictures.length >= MOST} onClick={() => file.current?.click()} icon={<Plus aria-hidden size="1.1em" />}>
          Add a picture
        </Button>
        <FieldError error={error} />
      </div>
    </Part>
  )
}
