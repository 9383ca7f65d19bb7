// Adds, describes, orders, renames and removes the tasks of an event.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { EVENT_INPUT, TASK_INPUT } from '../../api/forms'
import { Button, IconButton } from '../../kit/Button'
import { FieldError } from '../../kit/fields/Field'
import { ChevronDown, ChevronUp, Plus, Trash2 } from '../../kit/icons'
import { TextField } from '../../kit/fields/TextField'
import { Checkbox } from '../../kit/fields/Toggles'
import { toast } from '../../kit/layers/Toast'
import type { EventPartProps } from './formFields'
import { addTask, moveTask, wrongTask, type TaskDraft } from '../adminRules'

type Focus = { key: string; on: 'up' | 'down' | 'remove' }

export function TaskEditor({ draft, errors, onChange }: EventPartProps) {
  const { tasks, newTask } = draft
  const [said, setSaid] = useState('')
  const [addError, setAddError] = useState<string>()
  const [focus, setFocus] = useState<Focus>()
  const list = useRef<HTMLOListElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const latest = useRef(tasks)
  useEffect(() => {
    latest.current = tasks
  })

  // The pressed button moves with its task and keeps the focus; at an end of the list the other button takes it.
  useEffect(() => {
    if (!focus) return
    const row = [...(list.current?.children ?? [])].find((one) => one instanceof HTMLElement && one.dataset.task === focus.key)
    const button = row?.querySelector<HTMLButtonElement>(`[data-move=${focus.on}]:enabled`) ?? row?.querySelector<HTMLButtonElement>('[data-move]:enabled')
    button?.focus()
  }, [focus])

  const add = () => {
    const more = addTask(tasks, newTask)
    if (more.length === tasks.length) return
    const wrong = wrongTask(more)
    // A message about another task is shown at that task.
    setAddError(wrong && (wrong.at === -1 || wrong.at === tasks.length) ? wrong.sentence : undefined)
    if (wrong && (wrong.at === -1 || wrong.at === tasks.length)) return
    onChange({ tasks: more, newTask: '' })
    setSaid(`${newTask.trim()} added as task ${more.length}`)
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  const change = (at: number, patch: Partial<TaskDraft>) => onChange({ tasks: tasks.map((task, index) => (index === at ? { ...task, ...patch } : task)) })
  const move = (at: number, by: -1 | 1) => {
    const { key, name } = tasks[at]!
    onChange({ tasks: moveTask(tasks, at, by) })
    setFocus({ key, on: by < 0 ? 'up' : 'down' })
    setSaid(`${name} is now task ${at + by + 1} of ${tasks.length}`)
  }
  const remove = (at: number) => {
    const gone = tasks[at]!
    onChange({ tasks: tasks.filter((_, index) => index !== at) })
    const neighbour = tasks[at + 1] ?? tasks[at - 1]
    if (neighbour) setFocus({ key: neighbour.key, on: 'remove' })
    else box.current?.focus()
    const done = gone.done ? ` Saving also drops that ${gone.done.toLocaleString()} ${gone.done === 1 ? 'participant has' : 'participants have'} done it.` : ''
    toast(`Task “${gone.name}” removed.${done}`, { undo: () => onChange({ tasks: [...latest.current.slice(0, at), gone, ...latest.current.slice(at)] }) })
  }

  const wrong = errors.tasks ? wrongTask(tasks) : undefined
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
      {tasks.length > 0 && (
        <ol ref={list} aria-label="Tasks" className="divide-y divide-line">
          {tasks.map((task, at) => (
            <Row
              key={task.key}
              task={task}
              at={at}
              of={tasks.length}
              error={wrong?.at === at ? errors.tasks : undefined}
              onChange={(patch) => change(at, patch)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
      )}
      {/* A message from the server alone belongs to no single task. */}
      {errors.tasks && (wrong === undefined || wrong.at === -1) && <FieldError error={errors.tasks} />}
      {tasks.length < EVENT_INPUT.tasks && (
        <div className="flex flex-wrap items-start gap-2">
          <TextField
            ref={box}
            label={tasks.length ? 'Another Task' : 'First Task'}
            optional
            name="newTask"
            maxLength={TASK_INPUT.name}
            autoComplete="off"
            placeholder="What is to be done"
            className="flex-1 basis-52"
            value={newTask}
            error={addError}
            onChange={(event) => {
              setAddError(undefined)
              onChange({ newTask: event.target.value })
            }}
            onKeyDown={onKeyDown}
          />
          <Button onClick={add} icon={<Plus aria-hidden size="1.1em" />} className="sm:mt-7.5">
            Add Task
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = {
  task: TaskDraft
  at: number
  of: number
  error?: string
  onChange: (patch: Partial<TaskDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const ICON = { 'aria-hidden': true, size: '1.2rem' } as const

function Row({ task, at, of, error, onChange, onMove, onRemove }: RowProps) {
  const name = task.name.trim() || `task ${at + 1}`
  return (
    <li data-task={task.key} className="items-start gap-x-3 py-5 first:pt-0 sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="space-y-4">
        <TextField label={`Task ${at + 1}`} required maxLength={TASK_INPUT.name} autoComplete="off" value={task.name} error={error} onChange={(event) => onChange({ name: event.target.value })} />
        <TextField
          label="Description"
          aria-label={`Description of ${name}`}
          optional
          maxLength={TASK_INPUT.description}
          autoComplete="off"
          value={task.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Checkbox
            label={
              <>
                Required<span className="sr-only"> for Completed: {name}</span>
              </>
            }
            checked={task.required}
            onChange={(event) => onChange({ required: event.target.checked })}
          />
          {task.done !== undefined && task.done > 0 && <span className="text-caption text-faint">{`Done by ${task.done.toLocaleString()}`}</span>}
        </div>
      </div>
      <div className="flex gap-1 max-sm:-mx-3 sm:mt-6 sm:flex-col forced-colors:mx-0">
        <IconButton data-move="up" label={`Move ${name} up`} disabled={at === 0} icon={<ChevronUp {...ICON} />} onClick={() => onMove(-1)} />
        <IconButton data-move="down" label={`Move ${name} down`} disabled={at === of - 1} icon={<ChevronDown {...ICON} />} onClick={() => onMove(1)} />
        <IconButton data-move="remove" label={`Remove ${name}`} icon={<Trash2 {...ICON} size="1.1rem" />} onClick={onRemove} />
      </div>
    </li>
  )
}
