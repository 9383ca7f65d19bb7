// The address of an event's admin page: tab, filters, page and the open dialog. Opening a dialog leaves the list below as it is.
import { useQueryState } from '../../lib/queryState'
import { VIEW_DEFAULTS } from './participantRules'

export type ViewDialog = 'add' | 'remove' | 'cancel' | 'delete' | 'certificates' | 'complete'

export function useEventView() {
  const [raw, set] = useQueryState(VIEW_DEFAULTS)
  return {
    raw,
    set,
    open: (dialog: ViewDialog, who = '') => set({ dialog, who, page: raw.page }, { push: true }),
    close: () => set({ dialog: '', who: '', page: raw.page }),
    isOpen: (dialog: ViewDialog) => raw.dialog === dialog,
  }
}
