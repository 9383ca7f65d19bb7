// Adds, describes, orders and removes a project's screenshots. Each change is stored at once, one after the other.
import { useRef, useState } from 'react'
import { MAX_PICTURE_BYTES, PICTURE_INPUT, PICTURE_ORDER } from '../../api/forms'
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { Button, IconButton } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { ArrowUp, Plus, X } from '../../kit/icons'
import { TextField } from '../../kit/fields/TextField'
import { useForm } from '../../kit/fields/useForm'
import { toast } from '../../kit/layers/Toast'
import { AROUND_PROJECTS, type Picture, type Project } from '../queries'
import { Part } from './ProjectForm'

const MOST = PICTURE_ORDER.pictures
const LARGEST = `${MAX_PICTURE_BYTES / 1024 / 1024} MB`

/** The common part of all changes to the pictures. */
function usePictureChange<Input>(id: string, call: (input: Input) => Promise<{ pictures: Picture[] }>, done?: string, show?: (input: Input) => Picture[]) {
  const { queryKey } = $api.queryOptions('get', '/api/projects/{id}', { params: { path: { id } } })
  return useChange<Input, { pictures: Picture[] }>({
    call,
    renews: [queryKey],
    touches: AROUND_PROJECTS,
    show: show && ((queries, input) => queries.setQueryData<Project>(queryKey, (known) => known && { ...known, pictures: show(input) })),
    answered: (queries, { pictures }) => queries.setQueryData<Project>(queryKey, (known) => known && { ...known, pictures }),
    onDone: () => done && toast(done),
    failed: 'The picture could not be stored',
    scope: `pictures ${id}`,
    again: true,
  })
}

export function PictureEditor({ project: { _id: id, pictures } }: { project: Project }) {
  const path = { id }
  const [tooLarge, setTooLarge] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const adding = usePictureChange(
    id,
    (chosen: File) =>
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
  const ordering = usePictureChange(
    id,
    (next: Picture[]) => unwrap(client.PUT('/api/projects/{id}/pictures', { params: { path }, body: { pictures: next.map(({ _id, alt }) => ({ _id, alt })) } })),
    undefined,
    // Runs at once: the click that ends the typing must see the new text.
    (next) => next,
  )
  const removing = usePictureChange(id, (picture: string) => unwrap(client.DELETE('/api/projects/{id}/pictures/{picture}', { params: { path: { ...path, picture } } })), 'Picture removed.')
  const busy = adding.busy || ordering.busy || removing.busy
  const error = tooLarge ?? adding.refusal?.message ?? ordering.refusal?.message ?? removing.refusal?.message

  // A picture's description is stored when its field loses the focus; until then it is a draft like all typed text.
  const alts = useForm<Record<string, string>>({ name: `pictures/${id}`, initial: Object.fromEntries(pictures.map(({ _id, alt }) => [_id, alt])), send: async () => undefined })
  const begin = () => {
    setTooLarge(undefined)
    for (const one of [adding, ordering, removing]) one.reset()
  }
  const add = (chosen: File) => {
    begin()
    if (chosen.size > MAX_PICTURE_BYTES) return setTooLarge(`A picture can have at most ${LARGEST}`)
    void adding.run(chosen)
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

  return (
    <Part title="Pictures" hint={`Up to ${MOST} screenshots (PNG, JPEG or WebP, ${LARGEST} each). The first one is the cover.`}>
      {pictures.length > 0 && (
        <ol className="space-y-4">
          {pictures.map((picture, at) => (
            <li key={picture._id} className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 sm:grid-cols-[auto_1fr_auto]">
              <img src={picture.cardUrl} alt={picture.alt} width={160} height={100} className="aspect-[16/10] w-40 max-w-full rounded-md border border-line object-cover" />
              <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
                <TextField
                  label={at === 0 ? 'What the cover shows' : `What picture ${at + 1} shows`}
                  hint="For people who cannot see it."
                  maxLength={PICTURE_INPUT.alt}
                  {...alts.text(picture._id)}
                  onBlur={() => {
                    alts.set({ [picture._id]: described[at]!.alt })
                    if (described[at]!.alt !== picture.alt) void order(described)
                  }}
                />
              </div>
              <div className="flex min-w-23 justify-end gap-1">
                {at > 0 && <IconButton label={`Move picture ${at + 1} up`} icon={<ArrowUp aria-hidden size="1.2rem" />} onClick={() => void up(at)} />}
                <IconButton label={`Remove picture ${at + 1}`} icon={<X aria-hidden size="1.2rem" />} onClick={() => remove(picture._id)} />
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
            if (chosen) add(chosen)
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
