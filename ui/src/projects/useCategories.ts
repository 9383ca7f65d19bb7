// The categories of projects, as the community has set them.
import { useSite } from '../sessions/SiteProvider'
import type { Category } from './rules'

/** All categories, hidden ones too; undefined until the first answer of a first visit. */
export const useCategories = (): readonly Category[] | undefined => useSite()?.categories

/** Reads the label of a category; empty as long as none is known. */
export function useCategoryLabel(): (id: string) => string {
  const categories = useCategories()
  return (id) => (categories ? (categories.find((one) => one.id === id)?.label ?? 'Other') : '')
}

/** The choices of a menu: what is offered, and those in `kept` even when they are hidden. */
export function useCategoryOptions(...kept: (string | undefined)[]): { value: string; label: string }[] {
  const categories = useCategories() ?? []
  return categories.filter(({ id, hidden }) => !hidden || kept.includes(id)).map(({ id, label }) => ({ value: id, label }))
}
