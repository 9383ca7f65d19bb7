import { expect, it } from 'vitest'
import { EMPTY, problems, toInput } from './draft'

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

it('takes only web addresses and short short descriptions', () => {
  expect(problems({ ...whole, githubLink: 'javascript:alert(1)', demoLink: 'data:x' })).toHaveProperty('githubLink')
  expect(problems({ ...whole, demoLink: 'data:x' })).toHaveProperty('demoLink')
  expect(problems({ ...whole, shortDescription: '语'.repeat(150) })).toEqual({})
  expect(problems({ ...whole, shortDescription: 'x'.repeat(151) })).toHaveProperty('shortDescription')
})

it('sends the ids of the team', () => {
  expect(toInput({ ...whole, team: [{ _id: 'a', name: 'Ada', profilePicture: '' }] }, { captchaToken: 't' })).toMatchObject({ team: ['a'], captchaToken: 't' })
})
