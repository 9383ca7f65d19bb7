// The technologies of a project, each with a link to the projects that use it.
import { Link } from '../kit/Link'
import { cx } from '../lib/cx'
import { paths } from '../paths'
import { someTags } from './rules'

type TechTagsProps = { tags: readonly string[]; /** How many tags to show; the rest become a count. */ most?: number; className?: string }

export function TechTags({ tags, most = tags.length, className }: TechTagsProps) {
  const { shown, more } = someTags(tags, most)
  return (
    <ul className={cx('flex flex-wrap gap-1.5', className)} aria-label="Technologies">
      {shown.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            plain
            to={paths.projects({ tag })}
            className="above outlined inline-flex min-h-6 max-w-full items-center rounded-sm bg-quiet px-2 py-0.5 font-mono text-caption wrap-anywhere text-soft no-underline hover:bg-accent-tint hover:text-accent-ink"
          >
            <span>
              <span className="sr-only">Projects tagged </span>
              <bdi>{tag}</bdi>
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className="inline-flex min-h-6 items-center px-1 text-caption text-faint">{`+${more} more`}</li>}
    </ul>
  )
}
