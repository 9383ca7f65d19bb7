// A page of the site: its code loads when it is shown, or when somebody is about to follow a link to it.
import { lazy, type ComponentType } from 'react'
import { registerRoute } from './prefetch'

export function page(path: string, load: () => Promise<{ default: ComponentType }>) {
  registerRoute(path, load)
  return lazy(load)
}
