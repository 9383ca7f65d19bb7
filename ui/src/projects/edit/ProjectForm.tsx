// The fields of a project, for submitting and editing: information first, then links. A wide screen has two columns, so that
// the whole form is little more than a screen.
import type { ReactNode } from 'react'
import { PROJECT_INPUT } from '../../api/forms'
import { $api } from '../../api/query'
import { Card } from '../../kit/Card'
import { FormError, OvertakenNotice } from '../../kit/fields/Field'
import { SelectField } from '../../kit/fields/SelectField'
import { TagsField } from '../../kit/fields/TagsField'
import { TextArea } from '../../kit/fields/TextArea'
import { TextField } from '../../kit/fields/TextField'
import type { useForm } from '../../kit/fields/useForm'
import { cx } from '../../lib/cx'
import { formatDate } from '../../lib/dates'
import { useSite } from '../../sessions/SiteProvider'
import { useCategoryOptions } from '../useCategories'
import { DescriptionField } from './DescriptionField'
import type { Draft } from './draft'
import { TeamPicker } from './TeamPicker'

type DraftForm = ReturnType<typeof useForm<Draft>>

/** Two columns where there is room. */
const PAIR = 'grid items-start gap-x-8 lg:grid-cols-2'

type ProjectFormProps = {
  form: DraftForm
  /** The category that the project has: it may keep it when it is no longer offered. */
  category?: string
  /** The heading level of its sections. */
  level?: 2 | 3
  /** A part of its own, beside the links. */
  pictures?: ReactNode
  /** Further content of the form, such as the captcha. */
  children?: ReactNode
  footer: ReactNode
}

export function ProjectForm({ form: { values, errors, problem, overtaken, set, text, props }, category, level, pictures, children, footer }: ProjectFormProps) {
  const free = useSite()?.repositoryRequired === false
  return (
    <form {...props} className="space-y-8">
      <Part title="Project Information" level={level}>
        <div className={cx(PAIR, 'gap-y-5')}>
          <TextField label="Title" maxLength={PROJECT_INPUT.title} required {...text('title')} />
          <SelectField label="Category" required options={useCategoryOptions(category, values.category)} {...text('category')} />
          <div className="space-y-5">
            <TextArea label="Short Description" required rows={2} hint="One sentence for cards and previews." limit={PROJECT_INPUT.shortDescription} {...text('shortDescription')} />
            <DescriptionField rows={5} value={values.description} error={errors.description} onChange={(description) => set({ description })} />
          </div>
          <div className="space-y-5">
            <TagsField
              label="Technologies"
              hint="Press Enter or type a comma after each one."
              value={values.techStack}
              error={errors.techStack}
              maxTags={PROJECT_INPUT.techStack}
              maxLength={PROJECT_INPUT.techStackEach}
              onChange={(techStack) => set({ techStack })}
            />
            <TeamPicker value={values.team} error={errors.team} onChange={(team) => set({ team })} />
            <EventField {...text('eventId')} known={values.eventId} />
          </div>
        </div>
      </Part>
      <div className={pictures ? cx(PAIR, 'gap-y-8') : undefined}>
        <Part title="Project Links" level={level}>
          <div className={pictures ? 'space-y-6' : cx(PAIR, 'gap-y-6')}>
            <TextField
              label="GitHub Link"
              type="url"
              inputMode="url"
              placeholder="https://github.com/…"
              optional={free}
              hint={free ? 'A repository, a demo or a picture: one of the three shows your project.' : undefined}
              maxLength={PROJECT_INPUT.githubLink}
              required={!free}
              {...text('githubLink')}
            />
            <TextField label="Demo Link" type="url" inputMode="url" optional placeholder="https://…" maxLength={PROJECT_INPUT.demoLink} {...text('demoLink')} />
          </div>
        </Part>
        {pictures}
      </div>
      {children}
      <div>
        <OvertakenNotice overtaken={overtaken} />
        <FormError>{problem}</FormError>
      </div>
      {footer}
    </form>
  )
}

export function Part({ title, hint, level = 2, children }: { title: string; hint?: ReactNode; level?: 2 | 3; children: ReactNode }) {
  const Heading = `h${level}` as const
  return (
    <Card as="section" className="p-5 sm:p-7">
      <Heading className="text-h3">{title}</Heading>
      {hint && <p className="mt-1 text-small text-faint">{hint}</p>}
      <div className="mt-5 space-y-6">{children}</div>
    </Card>
  )
}

type EventFieldProps = { name: string; value: string; error?: string; known: string; onChange: (event: { target: { value: string } }) => void }

/** Events of today or later; the project's current event can always be chosen. */
function EventField({ known, ...field }: EventFieldProps) {
  const { data: events = [], isError: failed } = $api.useQuery('get', '/api/events', { params: { query: { status: 'next', limit: 200 } } })
  const options = events.map((event) => ({ value: event._id, label: `${event.title} (${formatDate(event.date, 'day')})` }))
  if (known && !events.some((event) => event._id === known)) options.unshift({ value: known, label: 'The event chosen before' })
  return <SelectField label="Associated Event" optional placeholder="None" options={options} hint={failed ? 'Failed to load form data' : undefined} {...field} />
}
