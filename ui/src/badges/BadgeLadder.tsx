// All levels of a family that is awarded by rule, with what earns each; the one that is shown is marked.
import { BADGE_FAMILIES, BADGE_LEVELS } from '../api/badges'
import { cx } from '../lib/cx'
import { BadgeImage } from './BadgeImage'
import { earnedBy } from './rules'

export function BadgeLadder({ family, level }: { family: string; level: string }) {
  if (!earnedBy(family, BADGE_LEVELS[0])) return null
  return (
    <section aria-labelledby="ladder" className="pt-(--section)">
      <h2 id="ladder" className="text-h3">
        {`All ${BADGE_FAMILIES.find((one) => one.value === family)?.label}`}
      </h2>
      <ol className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {BADGE_LEVELS.map((one) => (
          <li
            key={one.level}
            aria-current={one.level === level ? 'true' : undefined}
            className={cx('flex items-center gap-4 rounded-lg border p-4 lg:flex-col lg:items-start', one.level === level ? 'border-ink bg-quiet' : 'border-line bg-surface')}
          >
            <BadgeImage family={family} level={one.level} alt="" size={64} />
            <div>
              <h3 className="text-h4">{one.label}</h3>
              <p className="mt-0.5 text-small text-soft">{earnedBy(family, one)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
