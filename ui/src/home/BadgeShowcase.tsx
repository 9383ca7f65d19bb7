// The badges of two families, drawn as steps from the lowest level to the highest.
import { BADGE_FAMILIES, BADGE_LEVELS } from '../api/badges'
import { BadgeImage } from '../badges/BadgeImage'
import { earnedBy } from '../badges/rules'
import { Section } from '../kit/Page'
import { Tabs } from '../kit/Tabs'
import { useQueryState } from '../lib/queryState'

export function BadgeShowcase() {
  const [{ badges }, set] = useQueryState({ badges: 'project' })
  return (
    <Section title="Badges" lead="Five layers of the atmosphere. Work that others value climbs through them." className="pb-0!">
      <Tabs
        label="Kinds of badges"
        value={badges}
        onChange={(id) => set({ badges: id })}
        tabs={[
          { id: 'project', label: familyLabel('project'), panel: <Levels family="project" /> },
          { id: 'upvote', label: familyLabel('upvote'), panel: <Levels family="upvote" /> },
        ]}
      />
    </Section>
  )
}

const STEPS = ['lg:pt-32', 'lg:pt-24', 'lg:pt-16', 'lg:pt-8', 'lg:pt-0']

const familyLabel = (family: string) => BADGE_FAMILIES.find((one) => one.value === family)?.label

function Levels({ family }: { family: string }) {
  return (
    <ol className="grid lg:grid-cols-5">
      {BADGE_LEVELS.map((one, at) => (
        <li key={one.level} className={STEPS[at]}>
          <div className="flex h-full items-center gap-5 border-line py-3 max-lg:border-b lg:flex-col lg:items-start lg:gap-4 lg:border-s lg:border-t lg:p-5 lg:pb-8">
            <BadgeImage family={family} level={one.level} size={96} className="max-lg:size-16" />
            <div>
              <h3 className="text-h4">{one.label}</h3>
              <p className="mt-0.5 text-small text-soft">{earnedBy(family, one)}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
