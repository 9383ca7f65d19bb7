// The question before a project is withdrawn or its team left; neither can be undone.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client'
import { unwrap } from '../../api/query'
import { ConfirmDialog } from '../../kit/layers/Dialog'
import { toast } from '../../kit/layers/Toast'
import { useRefusal } from '../../sessions/useRefusal'

type EndDialogProps = {
  project: { _id: string; title: string; isOwner: boolean }
  open: boolean
  onClose: () => void
  /** Called before the pages ask again. */
  onEnded?: () => void
}

export function EndDialog({ project: { _id, title, isOwner }, open, onClose, onEnded }: EndDialogProps) {
  const queries = useQueryClient()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      const params = { params: { path: { id: _id } } }
      const { message } = await unwrap(isOwner ? client.DELETE('/api/projects/{id}', params) : client.DELETE('/api/projects/{id}/team/me', params))
      toast(message)
      onClose()
      onEnded?.()
      await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).includes('/projects') })
    } catch (error) {
      toast.error(refusal(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void end()}
      busy={busy}
      busyText={isOwner ? 'Withdrawing…' : 'Leaving…'}
      title={isOwner ? `Withdraw “${title}”?` : `Leave the team of “${title}”?`}
      confirmLabel={isOwner ? 'Withdraw project' : 'Leave team'}
    >
      {isOwner ? 'It is deleted with its comments, upvotes and pictures. This cannot be undone.' : 'Only its owner can add you again.'}
    </ConfirmDialog>
  )
}
