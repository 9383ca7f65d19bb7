// The categories of projects: names, which are offered, and new ones. Projects keep theirs, so none is removed.
import { SETTINGS_CATEGORY, SETTINGS_INPUT } from '../../api/forms'
import { Button, IconButton } from '../../kit/Button'
import { Chip } from '../../kit/Chip'
import { FieldError } from '../../kit/fields/Field'
import { TextField } from '../../kit/fields/TextField'
import { Plus, Trash2 } from '../../kit/icons'
import type { Settings } from './queries'

type Category = Settings['categories'][number]
type CategoryListProps = { categories: Category[]; error?: string; onChange: (categories: Category[]) => void }

export function CategoryList({ categories, error, onChange }: CategoryListProps) {
  const patch = (at: number, change: Partial<Category>) => onChange(categories.map((one, place) => (place === at ? { ...one, ...change } : one)))
  const isFull = categories.length >= SETTINGS_INPUT.categories
  return (
    <fieldset>
      <legend className="text-small font-medium">Categories</legend>
      <p className="mt-0.5 mb-3 text-caption text-faint">A hidden one is no longer offered. Projects that have it keep it.</p>
      <ul className="space-y-2">
        {categories.map((one, at) => (
          <li key={one.id || at} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <TextField
              label={`Name of category ${at + 1}`}
              hideLabel
              className="min-w-0 flex-1 basis-40"
              maxLength={SETTINGS_CATEGORY.label}
              value={one.label}
              onChange={({ target }) => patch(at, { label: target.value })}
            />
            {one.id === '' ? (
              <IconButton label={`Remove category ${at + 1}`} icon={<Trash2 aria-hidden size="1.1rem" />} onClick={() => onChange(categories.filter((_, place) => place !== at))} />
            ) : (
              <>
                {one.hidden && <Chip>Hidden</Chip>}
                <Button size="sm" variant="quiet" aria-label={`${one.hidden ? 'Offer' : 'Hide'} ${one.label}`} onClick={() => patch(at, { hidden: !one.hidden })}>
                  {one.hidden ? 'Offer' : 'Hide'}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-4" disabled={isFull} icon={<Plus aria-hidden size="1em" />} onClick={() => onChange([...categories, { id: '', label: '', hidden: false }])}>
        Add a category
      </Button>
      {isFull && <p className="mt-1.5 text-caption text-faint">{`These are the ${SETTINGS_INPUT.categories} categories that there can be.`}</p>}
      <FieldError error={error} />
    </fieldset>
  )
}
