// What the settings page asks and changes.
import { client } from '../../api/client'
import { keysOf } from '../../api/keys'
import { $api, unwrap } from '../../api/query'
import type { components } from '../../api/schema'
import { useChange } from '../../api/useChange'
import { toast } from '../../kit/layers/Toast'

export type Settings = components['schemas']['AdminSettings']
type Input = components['schemas']['SettingsInput']

const SETTINGS = $api.queryOptions('get', '/api/admin/settings').queryKey

// Another admin may change them at any time.
export const useSettings = () => $api.useQuery('get', '/api/admin/settings', undefined, { staleTime: 0 })

export const useSaveSettings = () =>
  useChange({
    call: (body: Input) => unwrap(client.PUT('/api/admin/settings', { body })),
    renews: [SETTINGS],
    touches: keysOf('/api/site', '/api/admin/first-steps', '/api/site/texts/{name}'),
    answered: (queries, saved) => queries.setQueryData<Settings>(SETTINGS, saved.settings),
    onDone: ({ message }) => toast(message),
    failed: 'The settings could not be saved',
  })

export type Which = 'logo' | 'preview'

/** Sets one of the community's pictures, or removes it. */
export const useSitePicture = (which: Which) =>
  useChange({
    call: (file: Blob | null) =>
      unwrap(
        file
          ? client.POST('/api/admin/settings/{which}/picture', {
              params: { path: { which } },
              body: file as unknown as string,
              bodySerializer: (body) => body as unknown as BodyInit,
              headers: { 'Content-Type': 'application/octet-stream' },
            })
          : client.DELETE('/api/admin/settings/{which}/picture', { params: { path: { which } } }),
      ),
    renews: [SETTINGS],
    touches: keysOf('/api/site'),
    answered: (queries, saved) => queries.setQueryData<Settings>(SETTINGS, saved.settings),
    onDone: ({ message }) => toast(message),
    failed: 'The picture could not be stored',
    safe: true,
  })

export const previewLegalText = (text: string) => unwrap(client.POST('/api/admin/settings/preview', { body: { text } }))

export const useMachine = () => $api.useQuery('get', '/api/admin/settings/machine', undefined, { staleTime: 0 })

/** Begins to download a file whose address works once. */
function fetchFile({ url, name }: components['schemas']['Export']) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  toast(`${name} is being downloaded.`)
}

/** Makes a copy of the database and begins to download it. */
export const useExport = () =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/export')),
    touches: keysOf('/api/admin/first-steps'),
    onDone: fetchFile,
    failed: 'The copy could not be made',
  })

export type Backup = components['schemas']['BackupFile']

// The server makes and deletes them by itself.
export const useBackups = () => $api.useQuery('get', '/api/admin/backups', undefined, { staleTime: 0 })

export const useMakeBackup = () =>
  useChange({
    call: () => unwrap(client.POST('/api/admin/backups')),
    touches: keysOf('/api/admin/backups', '/api/admin/to-do', '/api/admin/first-steps'),
    onDone: ({ message }) => toast(message),
    failed: 'The backup could not be made',
  })

export const useDownloadBackup = () =>
  useChange({
    call: (name: string) => unwrap(client.POST('/api/admin/backups/download', { body: { name } })),
    onDone: fetchFile,
    onRefused: ({ message }) => toast.error(message),
    failed: 'The backup could not be downloaded',
  })
