// The letters that were written to participants, with their delivery.
import { Card } from '../../kit/Card'
import { Linked } from '../../kit/Linked'
import { Time } from '../../kit/Time'
import { audienceText } from '../participants/participantRules'
import { useLetters, type LetterSent } from './letterQueries'

export function LettersSent({ event }: { event: string }) {
  const { data } = useLetters(event)
  if (!data || data.length === 0) return null
  return (
    <Card as="section" className="xl:col-span-2">
      <h2 className="text-h4">Sent emails</h2>
      <ul className="mt-4 space-y-3">
        {data.map((letter) => (
          <li key={letter._id}>
            <Sent letter={letter} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sent({ letter }: { letter: LetterSent }) {
  const { subject, message, audience, replyTo, sentBy, sentAt, problem } = letter
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer">
        <span className="font-medium break-words">{subject}</span>
        <span className="block text-small text-soft">
          <span>{`${audienceText(audience)}, by ${sentBy}, `}</span>
          <Time value={sentAt} shape="dateTime" />
          <span>{`: ${fateText(letter)}`}</span>
        </span>
      </summary>
      {problem && <p className="mt-2 text-small break-words">{problem}</p>}
      {replyTo && <p className="mt-2 text-small text-soft">{`Answers go to ${replyTo}.`}</p>}
      <p className="mt-2 break-words whitespace-pre-line"><Linked text={message} /></p>
    </details>
  )
}

/** "12 sent, 3 waiting, 1 failed", without zeros. */
function fateText({ sent, waiting, failed }: LetterSent): string {
  const parts = [`${sent.toLocaleString()} sent`]
  if (waiting > 0) parts.push(`${waiting.toLocaleString()} waiting`)
  if (failed > 0) parts.push(`${failed.toLocaleString()} not sent`)
  return parts.join(', ')
}
