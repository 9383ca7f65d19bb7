import { expect, it } from 'vitest'
import type { Category } from '../rules'
import { emptyDraft, problems, toInput } from './draft'

const EMPTY = emptyDraft()
const whole = { ...EMPTY, title: 'Clock', shortDescription: 'A clock', description: 'It ticks', techStack: ['Rust'], githubLink: 'https://github.com/example/clock' }

it('names what is missing in the order of the form', () => {
  expect(Object.values(problems(EMPTY))).toEqual([
    'Project title is required',
    'Project description is required',
    'At least one technology must be added',
    'GitHub link is required',
    'Project short description is required',
  ])
  expect(problems(whole)).toEqual({})
})

it('begins with web, or with the first category that is offered', () => {
  const [web, mobile, game] = ['web', 'mobile', 'game'].map((id) => ({ id, label: id, hidden: id === 'mobile' })) as [Category, Category, Category]
  expect(emptyDraft([mobile, game, web]).category).toBe('web')
  expect(emptyDraft([{ ...web, hidden: true }, mobile, game]).category).toBe('game')
  expect(EMPTY.category).toBe('')
})

it('takes only web addresses and short short descriptions', () => {
  expect(problems({ ...whole, githubLink: 'javascript:alert(1)', demoLink: 'data:x' })).toHaveProperty('githubLink')
  expect(problems({ ...whole, demoLink: 'data:x' })).toHaveProperty('demoLink')
  expect(problems({ ...whole, shortDescription: '语'.repeat(150) })).toEqual({})
  expect(problems({ ...whole, shortDescription: 'x'.repeat(151) })).toHaveProperty('shortDescription')
})

it('sends the ids of the team', () => {
  expect(toInput({ ...whole, team: [{ _id: 'a', name: 'Ada', profilePicture: '' }] }, { captchaToken: 't' })).toMatchObject({ team: ['a'], captchaToken: 't' })
})
