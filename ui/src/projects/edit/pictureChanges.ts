// The changes of a project's pictures. Each is stored at once, one after the other.
import { client } from '../../api/client'
import { $api, unwrap } from '../../api/query'
import { useChange } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'
import { AROUND_PROJECTS, type Picture, type Project } from '../queries'

type Options<Input> = {
  call: (input: Input) => Promise<{ pictures: Picture[] }>
  /** The toast when it is done. */
  done?: string
  /** The pictures to show at once. */
  show?: (input: Input) => Picture[]
}

function usePictureChange<Input>(id: string, { call, done, show }: Options<Input>) {
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
    // The server takes the same picture once.
    safe: true,
  })
}

export const useAddPicture = (id: string, done?: string) =>
  usePictureChange(id, {
    call: ({ file, alt }: { file: Blob; alt: string }) =>
      unwrap(
        client.POST('/api/projects/{id}/pictures', {
          params: { path: { id }, query: { alt } },
          body: file as unknown as string,
          bodySerializer: (body) => body as unknown as BodyInit,
          headers: { 'Content-Type': 'application/octet-stream' },
        }),
      ),
    done,
  })

export const useOrderPictures = (id: string) =>
  usePictureChange(id, {
    call: (next: Picture[]) => unwrap(client.PUT('/api/projects/{id}/pictures', { params: { path: { id } }, body: { pictures: next.map(({ _id, alt }) => ({ _id, alt })) } })),
    // Runs at once: the click that ends the typing must see the new text.
    show: (next) => next,
  })

export const useRemovePicture = (id: string) =>
  usePictureChange(id, {
    call: (picture: string) => unwrap(client.DELETE('/api/projects/{id}/pictures/{picture}', { params: { path: { id, picture } } })),
    done: 'Picture removed.',
  })
