// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { Link, NavLink } from './Link'

afterEach(cleanup)

function Where() {
  const { pathname, search, state } = useLocation()
  return <output>{pathname + search + JSON.stringify(state)}</output>
}

const show = (node: React.ReactNode) =>
  render(
    <MemoryRouter initialEntries={['/projects/1']}>
      {node}
      <Where />
    </MemoryRouter>,
  )

it('navigates without a reload and leaves modified clicks to the browser', async () => {
  show(
    <Link to="/events?page=2" state={{ scroll: 'top' }}>
      Go
    </Link>,
  )
  const link = screen.getByRole('link', { name: 'Go' })
  expect(link.getAttribute('href')).toBe('/events?page=2')
  const user = userEvent.setup()
  await user.keyboard('{Control>}')
  link.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await user.click(link)
  await user.keyboard('{/Control}')
  expect(screen.getByRole('status').textContent).toBe('/projects/1null')
  await user.click(link)
  expect(screen.getByRole('status').textContent).toBe('/events?page=2{"scroll":"top"}')
})

it('does not navigate when a handler prevents it', async () => {
  show(
    <Link to="/events" onClick={(event) => event.preventDefault()}>
      Stay
    </Link>,
  )
  await userEvent.click(screen.getByRole('link'))
  expect(screen.getByRole('status').textContent).toBe('/projects/1null')
})

it('marks the current page', () => {
  show(
    <>
      {[['/projects', false], ['/projects', true], ['/', true], ['/pro', false]].map(([to, end], at) => (
        <NavLink key={at} to={to as string} end={end as boolean} className={String}>
          x
        </NavLink>
      ))}
    </>,
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null])
})
