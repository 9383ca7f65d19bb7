// The fields of /kit: at rest, filled, wrong, disabled.
import { useState } from 'react'
import { FormError } from '../fields/Field'
import { SelectField } from '../fields/SelectField'
import { TagsField } from '../fields/TagsField'
import { TextArea } from '../fields/TextArea'
import { DateField, DateTimeField, TextField, TimeField } from '../fields/TextField'
import { ToggleChip } from '../fields/ToggleChip'
import { Checkbox, Switch } from '../fields/Toggles'

const CATEGORIES = [
  { value: 'web', label: 'Web Development' },
  { value: 'ai', label: 'AI & ML' },
]

export function KitFields() {
  const [tags, setTags] = useState(['Rust', 'React', 'SQLite'])
  const [featured, setFeatured] = useState(true)
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <TextField label="Title" placeholder="Kite with a camera" hint="As it will stand on the card." />
      <TextField label="GitHub link" type="url" defaultValue="github" error="GitHub link is required" />
      <TextArea label="Short description" limit={150} hint="One or two sentences." defaultValue="Takes pictures from above." />
      <TextArea label="Bio" optional placeholder="Tell us about yourself..." />
      <SelectField label="Category" options={CATEGORIES} placeholder="Choose one" />
      <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
      <div className="flex flex-wrap gap-4">
        <DateField label="Date" defaultValue="2026-03-01" />
        <TimeField label="Time" defaultValue="10:00" />
        <DateTimeField label="Day and time" optional defaultValue="2026-02-27T23:59" />
      </div>
      <TagsField label="Tech stack" value={tags} onChange={setTags} hint="Enter adds one." placeholder="Rust" />
      <div>
        <Switch label="Certificates offered" defaultChecked hint="Sent when a participant completes the event." />
        <Switch label="Off" />
        <Checkbox label="I have read the terms" error="Please agree first" />
      </div>
      <div className="space-y-3">
        <ToggleChip pressed={featured} onChange={setFeatured}>
          Featured Only
        </ToggleChip>{' '}
        <ToggleChip pressed={!featured} onChange={(on) => setFeatured(!on)}>
          Not pressed
        </ToggleChip>
        <FormError>Login timeout. Please check your connection and try again.</FormError>
      </div>
    </div>
  )
}
