// The form of a section: some of the settings, saved together. What is typed is kept until it is saved, also when the
// section is left, or when saving fails.
import { useForm } from '../../kit/fields/useForm'
import { useSaveSettings, type Settings } from './queries'

export type Section<Name extends keyof Settings> = ReturnType<typeof useForm<Pick<Settings, Name>>>

export function useSection<Name extends keyof Settings>(section: string, settings: Settings, names: readonly Name[]): Section<Name> {
  const { run } = useSaveSettings()
  return useForm<Pick<Settings, Name>>({
    name: `settings/${section}`,
    initial: Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, Name>,
    welcome: 'Your unsaved changes are back.',
    send: (values) => run({ ...values, settingsVersion: settings.settingsVersion }),
  })
}
