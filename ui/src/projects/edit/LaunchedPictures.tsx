// Sends the chosen pictures of a project that has just been submitted, one after the other. One that fails can be sent
// again; the project is there in any case.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../kit/Button'
import { CircleAlert, CircleCheck } from '../../kit/icons'
import { Spinner } from '../../kit/Skeleton'
import { paths } from '../../paths'
import type { Chosen } from './chosen'
import { useAddPicture } from './pictureChanges'

type State = 'waiting' | 'sending' | 'added' | { refused: string }

export function LaunchedPictures({ id, pictures, onAdded }: { id: string; pictures: Chosen[]; onAdded: (key: string) => void }) {
  const [states, setStates] = useState<Record<string, State>>({})
  const { run } = useAddPicture(id)
  const stateOf = ({ key }: Chosen): State => states[key] ?? 'waiting'

  const send = useCallback(
    async (list: Chosen[]) => {
      const set = (key: string, state: State) => setStates((now) => ({ ...now, [key]: state }))
      for (const { key } of list) set(key, 'waiting')
      for (const { key, file, alt } of list) {
        set(key, 'sending')
        const outcome = await run({ file, alt })
        if (outcome?.ok) onAdded(key)
        set(key, outcome?.ok ? 'added' : { refused: outcome?.message ?? 'The picture could not be stored' })
      }
    },
    [run, onAdded],
  )
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void send(pictures)
  }, [send, pictures])

  const failed = pictures.filter((picture) => typeof stateOf(picture) === 'object')
  const added = pictures.filter((picture) => stateOf(picture) === 'added').length
  const running = added + failed.length < pictures.length
  const sentence = running
    ? `Sending the pictures: ${added} of ${pictures.length} are there. Please keep this page open.`
    : failed.length > 0
      ? `${added} of ${pictures.length} pictures are there. Your project is safe; the others can be sent again.`
      : pictures.length === 1
        ? 'Your picture is there.'
        : `All ${pictures.length} pictures are there.`
  return (
    <section aria-label="Pictures" className="mt-8 w-full max-w-measure text-start">
      <p role="status" className="text-center text-small text-soft">
        {sentence}
      </p>
      <ul className="mt-4 space-y-2">
        {pictures.map((picture) => (
          <Row key={picture.key} picture={picture} state={stateOf(picture)} />
        ))}
      </ul>
      {failed.length > 0 && !running && (
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <Button onClick={() => void send(failed)}>Send again</Button>
          <ButtonLink variant="quiet" to={paths.editProject(id)}>
            Choose others
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function Row({ picture: { thumbnail, alt, name }, state }: { picture: Chosen; state: State }) {
  return (
    <li className="flex items-center gap-3 rounded-md border border-line p-2 text-small">
      {thumbnail && <img src={thumbnail} alt={alt} className="aspect-[16/10] w-16 rounded-sm object-cover" />}
      <div className="min-w-0 flex-1">
        <span className="block truncate"><bdi>{name}</bdi></span>
        {typeof state === 'object' && <p className="text-bad">{state.refused}</p>}
      </div>
      <span className="px-2">
        {state === 'added' ? (
          <span className="text-good">
            <CircleCheck aria-hidden size="1.25rem" />
            <span className="sr-only">added</span>
          </span>
        ) : typeof state === 'object' ? (
          <span className="text-bad">
            <CircleAlert aria-hidden size="1.25rem" />
            <span className="sr-only">not added</span>
          </span>
        ) : state === 'sending' ? (
          <Spinner />
        ) : null}
      </span>
    </li>
  )
}
