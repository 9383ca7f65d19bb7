// Shows a text to copy by hand, selected.
import { useId } from 'react'
import { Dialog } from './Dialog'

export default function ManualCopy({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} title="Copy this link">
      <label htmlFor={id} className="mb-2 block text-soft">
        Your browser did not let us copy. Please copy the link yourself:
      </label>
      <input id={id} readOnly data-autofocus value={text} className="control font-mono text-small" onFocus={(event) => event.target.select()} />
    </Dialog>
  )
}
