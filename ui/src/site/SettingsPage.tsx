// The settings of the community. Each section is a form of its own; the open one is in the address.
import type { ComponentType } from 'react'
import { AdminPage } from '../admin/AdminPage'
import { PageSpinner } from '../kit/Skeleton'
import { ErrorState } from '../kit/States'
import { Tabs } from '../kit/Tabs'
import { readError } from '../lib/errors'
import { useQueryState } from '../lib/queryState'
import { useDocumentTitle } from '../lib/title'
import { BackupSettings } from './settings/BackupSettings'
import { CertificateSettings } from './settings/CertificateSettings'
import { ExportSettings } from './settings/ExportSettings'
import { IdentitySettings } from './settings/IdentitySettings'
import { IssuerSettings } from './settings/IssuerSettings'
import { LegalSettings } from './settings/LegalSettings'
import { LimitSettings } from './settings/LimitSettings'
import { LookSettings } from './settings/LookSettings'
import { MachineState } from './settings/MachineState'
import { ProjectSettings } from './settings/ProjectSettings'
import { useSettings, type Settings } from './settings/queries'
import { VisitSettings } from './settings/VisitSettings'
import { ZoneSettings } from './settings/ZoneSettings'

const SECTIONS: { id: string; label: string; part: ComponentType<{ settings: Settings }> }[] = [
  { id: 'identity', label: 'Community', part: IdentitySettings },
  { id: 'look', label: 'Look', part: LookSettings },
  { id: 'zone', label: 'Time zone', part: ZoneSettings },
  { id: 'projects', label: 'Projects', part: ProjectSettings },
  { id: 'limits', label: 'Limits', part: LimitSettings },
  { id: 'certificates', label: 'Certificates', part: CertificateSettings },
  { id: 'issuer', label: 'Issuer', part: IssuerSettings },
  { id: 'legal', label: 'Legal texts', part: LegalSettings },
  { id: 'visits', label: 'Visits', part: VisitSettings },
  { id: 'backups', label: 'Backups', part: BackupSettings },
  { id: 'export', label: 'Export', part: ExportSettings },
  { id: 'machine', label: 'Machine', part: MachineState },
]

export default function SettingsPage() {
  useDocumentTitle('Settings · Admin')
  const { data: settings, error, isFetching, refetch } = useSettings()
  const [{ section }, set] = useQueryState({ section: 'identity' })
  if (!settings && !error) return <PageSpinner />
  return (
    <AdminPage title="Settings">
      {settings ? (
        <Tabs
          many
          label="Sections"
          value={section}
          onChange={(id) => set({ section: id }, { push: true })}
          tabs={SECTIONS.map(({ id, label, part: Part }) => ({ id, label, panel: <Part settings={settings} /> }))}
        />
      ) : (
        <ErrorState message={readError(error).message} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </AdminPage>
  )
}
