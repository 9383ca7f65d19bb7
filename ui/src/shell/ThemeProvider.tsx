// Light or dark: the stored choice (`darkMode`), or else the system's. public/assets/theme.js sets it before the first paint.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { readStored, store } from '../lib/storage'

type Theme = { dark: boolean; toggle: () => void }
const ThemeContext = createContext<Theme>({ dark: false, toggle: () => {} })
export const useTheme = () => useContext(ThemeContext)

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark')

  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])

  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => readStored('darkMode') === null && setDark(system.matches)
    const otherTab = (event: StorageEvent) => event.key === 'darkMode' && event.newValue !== null && setDark(event.newValue === 'true')
    system.addEventListener('change', follow)
    window.addEventListener('storage', otherTab)
    return () => {
      system.removeEventListener('change', follow)
      window.removeEventListener('storage', otherTab)
    }
  }, [])

  const toggle = () => {
    store('darkMode', String(!dark))
    setDark(!dark)
  }
  return <ThemeContext value={{ dark, toggle }}>{children}</ThemeContext>
}
