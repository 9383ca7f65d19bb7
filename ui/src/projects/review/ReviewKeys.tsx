// The list of the keys for reviewing, with the switch that turns them off.
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { Switch } from '../../kit/fields/Toggles'
import { Dialog } from '../../kit/layers/Dialog'
import { areKeysOn, KEYS, turnKeys, useReviewKeys } from './reviewKeys'

export function ReviewKeys() {
  const [shown, setShown] = useState(false)
  const [on, setOn] = useState(areKeysOn)
  useReviewKeys(on, () => setShown(true))

  return (
    <>
      <Button size="sm" variant="quiet" className="max-md:hidden" onClick={() => setShown(true)}>
        Keys
      </Button>
      <Dialog open={shown} onClose={() => setShown(false)} title="Keys for reviewing">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
          {KEYS.map(({ key, does }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-grid min-w-8 place-items-center rounded-sm border border-strong bg-sunken px-2 py-0.5 font-mono text-small">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Switch
          className="mt-6"
          label="Use these keys"
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked)
            turnKeys(event.target.checked)
          }}
        />
      </Dialog>
    </>
  )
}
