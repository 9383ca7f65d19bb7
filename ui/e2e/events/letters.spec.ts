// Links and e-mails to the participants of an event.
import type { components } from '../../src/api/schema'
import { firstAdmin, pageOf } from '../support/accounts'
import { address, event, FORM, make, tab } from '../support/participants'
import { memberByMail, test as mailTest } from '../support/mailbox'
import { adminTest as test, expect } from '../support/test'

test.use({ demo: true })

test.describe('the letters', () => {
  test('links are checked, kept after a failure, and stored with the event', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 2)
    await page.goto(address(id))
    await tab(page, 'Messages').click()
    await expect(page).toHaveURL(/tab=messages/)
    const [meet, chat] = [page.getByLabel('Meeting link'), page.getByLabel('WhatsApp group link')]
    const send = page.getByRole('button', { name: 'Send Links' })
    await send.click()
    await expect(page.getByText('Please provide at least one link to send')).toBeVisible()
    await expect(meet).toBeFocused()
    await expect(meet).toHaveAttribute('aria-invalid', 'true')
    await chat.fill('javascript:alert(1)')
    await send.click()
    await expect(page.getByText('A link must be a web address that begins with https:// or http://')).toBeVisible()
    await expect(chat).toBeFocused()

    await chat.fill('')
    await meet.fill('https://meet.example.org/two-hands')
    let sent = 0
    let broken = true
    await page.route('**/send-links', async (route) => {
      sent++
      await new Promise((next) => setTimeout(next, 300))
      return broken ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } }) : route.continue()
    })
    await send.click()
    await expect(page.getByText('Failed to send links')).toBeVisible()
    await page.reload()
    await expect(meet).toHaveValue('https://meet.example.org/two-hands')
    broken = false
    sent = 0
    await send.dblclick()
    await expect(page.getByText('Links sent successfully to all participants!')).toBeVisible()
    expect(sent).toBe(1)
    expect(await event(server, admin, id)).toMatchObject({ meetLink: 'https://meet.example.org/two-hands', whatsappLink: '' })
    await page.reload()
    await expect(meet).toHaveValue('https://meet.example.org/two-hands')
  })

  test('an email needs its text, keeps it after a failure, and is sent once', async ({ page, server, admin }) => {
    const { id } = await make(server, admin, 2)
    await page.goto(address(id, '?tab=messages'))
    await page.getByRole('button', { name: 'Write an email' }).click()
    await expect(page).toHaveURL(/write=true/)
    const [subject, message] = [page.getByLabel('Subject'), page.getByRole('textbox', { name: 'Message' })]
    await expect(subject).toBeFocused()
    await expect(message).toHaveAttribute('rows', '12')
    const send = page.getByRole('button', { name: 'Send Email' })
    await send.click()
    await expect(page.getByText('Subject and message are required')).toBeVisible()
    await subject.fill('Bring gloves')
    await send.click()
    await expect(message).toBeFocused()
    await message.fill('It gets hot.')
    await page.getByLabel('To', { exact: true }).selectOption('Completed')
    await send.click()
    await expect(page.getByText('There is nobody to write to')).toBeVisible()
    await page.getByLabel('To', { exact: true }).selectOption('all')
    await expect(page.getByText('Goes to 2 participants.')).toBeVisible()

    let sent = 0
    let answer: object | undefined = { status: 500, json: { message: 'no', code: 'internal' } }
    await page.route('**/send-email', async (route) => {
      sent++
      await new Promise((next) => setTimeout(next, 300))
      return answer ? route.fulfill(answer) : route.continue()
    })
    await send.click()
    await expect(page.getByText('Failed to send email')).toBeVisible()
    answer = { status: 429, json: { message: 'Too many requests. Please wait and try again.', code: 'too_many' } }
    await send.click()
    await expect(page.getByText('Too many requests. Please wait and try again.')).toBeVisible()
    // What was typed is there after a reload.
    await page.reload()
    await expect(subject).toHaveValue('Bring gloves')
    await expect(message).toHaveValue('It gets hot.')
    answer = undefined
    sent = 0
    await send.dblclick()
    await expect(page.getByText('Email sent successfully to all participants!')).toBeVisible()
    expect(sent).toBe(1)
    const write = page.getByRole('button', { name: 'Write an email' })
    await expect(write).toBeFocused()
    await write.click()
    await expect(subject).toHaveValue('')
  })
})

mailTest('letters arrive: the links for everybody, an email for those with a status', async ({ browser, server, mailbox }) => {
  const admin = await firstAdmin(server)
  const { event: made } = await admin.ask<components['schemas']['EventSaved']>('POST', '/admin/events', FORM)
  for (const email of ['grace@example.org', 'linus@example.org']) {
    const { id } = await memberByMail(server, mailbox, email)
    await admin.ask('POST', `/admin/events/${made._id}/participants`, { userId: id })
  }

  const page = await pageOf(browser, server, admin.state)
  await page.goto(address(made._id, '?tab=messages'))
  await page.getByLabel('Meeting link').fill('https://meet.example.org/two-hands')
  await page.getByRole('button', { name: 'Send Links' }).click()
  await expect(page.getByText('Links sent successfully to all participants!')).toBeVisible()
  const readers = (words: string) => mailbox.mails.filter((mail) => mail.text?.includes(words)).flatMap((mail) => mail.recipients).sort()
  await expect.poll(() => readers('https://meet.example.org/two-hands')).toEqual(['grace@example.org', 'linus@example.org'])

  await tab(page, 'Participants').click()
  await page.getByRole('combobox').nth(1).selectOption('Attended')
  await expect(page.getByText('Participant status updated.')).toBeVisible()
  await tab(page, 'Messages').click()
  await page.getByRole('button', { name: 'Write an email' }).click()
  await page.getByLabel('To', { exact: true }).selectOption('Attended')
  await expect(page.getByText('Goes to 1 attended participant.')).toBeVisible()
  await page.getByLabel('Subject').fill('Well soldered')
  await page.getByRole('textbox', { name: 'Message' }).fill('Thank you for both hands.\n\nAda')
  await page.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText('Email sent successfully to 1 attended participant!')).toBeVisible()
  await expect.poll(() => readers('Thank you for both hands.')).toEqual(['linus@example.org'])
  expect(mailbox.mails.at(-1)!.subject).toContain('Well soldered')
})
