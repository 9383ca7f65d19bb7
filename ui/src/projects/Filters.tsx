// The bar above the list: search, category, sort, Featured Only and the chosen tag.
import { PROJECT_SORTS } from '../api/rules'
import { X, Star } from '../kit/icons'
import { Link } from '../kit/Link'
import { SearchField } from '../kit/fields/SearchField'
import { SelectField } from '../kit/fields/SelectField'
import { ToggleChip } from '../kit/fields/ToggleChip'
import { useQueryLink, type useQueryState } from '../lib/queryState'
import { LIST_DEFAULTS, type readFilters } from './rules'
import { useCategoryOptions } from './useCategories'

type FiltersProps = {
  filters: ReturnType<typeof readFilters>
  /** The search in the URL. */
  search: string
  set: ReturnType<typeof useQueryState<typeof LIST_DEFAULTS>>[1]
}

export function Filters({ filters, search, set }: FiltersProps) {
  const link = useQueryLink(LIST_DEFAULTS)
  return (
    <div className="flex flex-wrap gap-3">
      <SearchField label="Search projects" placeholder="Search projects…" value={search} onSearch={(text) => set({ search: text })} className="basis-full lg:flex-1 lg:basis-64" />
      <SelectField
        label="Category"
        hideLabel
        className="flex-1 basis-52 lg:flex-none"
        value={filters.category}
        options={[{ value: 'all', label: 'All Categories' }, ...useCategoryOptions(filters.category)]}
        onChange={(event) => set({ category: event.target.value }, { push: true })}
      />
      <SelectField label="Sort by" hideLabel className="flex-1 basis-44 lg:flex-none" value={filters.sort} options={PROJECT_SORTS} onChange={(event) => set({ sort: event.target.value }, { push: true })} />
      <div className="shrink-0">
        <ToggleChip pressed={filters.featured} onChange={(on) => set({ featured: on ? 'true' : '' }, { push: true })} icon={<Star aria-hidden size="1.1em" />}>
          Featured Only
        </ToggleChip>
      </div>
      {filters.tag && (
        <p className="flex flex-wrap items-center gap-2 basis-full text-small text-soft">
          Made with
          <Link
            plain
            to={link({ tag: '' })}
            aria-label={`Remove the tag ${filters.tag}`}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-md border border-ink bg-quiet px-3 font-mono text-ink no-underline hover:bg-sunken md:min-h-9"
          >
            <bdi className="wrap-anywhere">{filters.tag}</bdi>
            <X aria-hidden size="1rem" className="shrink-0" />
          </Link>
        </p>
      )}
    </div>
  )
}
