// The badges of two families, each level a step higher than the last.
import { BadgeImage } from '../badges/BadgeImage'
import { Section } from '../kit/Page'
import { Tabs } from '../kit/Tabs'
import { useQueryState } from '../lib/queryState'
import { levelName, TIERS } from '../projects/rules'
import { PROJECT_LEVELS } from './rules'

export function BadgeShowcase() {
  const [{ badges }, set] = useQueryState({ badges: 'project' })
  return (
    <Section title="Badges" lead="Five layers of the atmosphere. Work that others value climbs through them." className="pb-0!">
      <Tabs
        label="Kinds of badges"
        value={badges}
        onChange={(id) => set({ badges: id })}
        tabs={[
          { id: 'project', label: 'Project Badges', panel: <Levels family="project" when={(at) => `${PROJECT_LEVELS[at]} approved project`} /> },
          { id: 'upvote', label: 'Upvote Badges', panel: <Levels family="upvote" when={(at) => `${TIERS[at]!.threshold.toLocaleString()} upvotes on a project`} /> },
        ]}
      />
    </Section>
  )
}

const STEPS = ['lg:pt-32', 'lg:pt-24', 'lg:pt-16', 'lg:pt-8', 'lg:pt-0']

function Levels({ family, when }: { family: string; when: (at: number) => string }) {
  return (
    <ol className="grid lg:grid-cols-5">
      {TIERS.map(({ level }, at) => (
        <li key={level} className={STEPS[at]}>
          <div className="flex h-full items-center gap-5 border-line py-3 max-lg:border-b lg:flex-col lg:items-start lg:gap-4 lg:border-s lg:border-t lg:p-5 lg:pb-8">
            <BadgeImage family={family} level={level} alt="" size={96} className="max-lg:size-16" />
            <div>
              <h3 className="text-h4">{levelName(level)}</h3>
              <p className="mt-0.5 text-small text-soft">{when(at)}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
