import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import {
  beginConnecting,
  connectGoogle,
  POLL,
  passMinute,
  repliesAt,
  TICKING,
  untilLive,
} from './support/google-connection.ts'
import { show } from './support/settled.ts'
import { test } from './support/test.ts'

const REPLY = 'Thank you for coming by, and for the kind words about the shelves. Until next time.'

test('a reply waits in the outbox, is undone on a phone, and posted from a desktop when it is due', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await beginConnecting(page, product)
  await connectGoogle(page)
  const replies = () => repliesAt(product)

  await show(page, '/app/team')
  await page.getByLabel('Post replies').selectOption('After 10 minutes')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Your change is saved.').waitFor()

  await show(page, '/app/reviews')
  await page.getByRole('list', { name: 'Reviews' }).getByRole('link').first().click()
  const review = page.getByRole('article')
  const field = review.getByRole('textbox', { name: /reply/i })
  await field.fill('Written too early')
  await review.getByRole('button', { name: 'Post on Google' }).click()
  await review.getByText('Goes to Google in 10 minutes').waitFor()
  await product.server.tick()
  await expectAccessible(page, [390])
  const undo = review.getByRole('button', { name: 'Undo' })
  // Reload the list only after the next reply is sent: on a slow line it still has the undone one.
  const reread = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, async (route) => {
    await reread.promise
    await route.continue()
  })
  await undo.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing was posted. Your text is still here.').waitFor()
  expect(await field.inputValue()).toBe('Written too early')

  await page.setViewportSize({ width: 1440, height: 900 })
  await field.fill(REPLY)
  await review.getByRole('button', { name: 'Post on Google' }).click()
  reread.resolve()
  await review.getByText('Goes to Google in 10 minutes').waitFor()
  await expectAccessible(page, [1440])
  expect(await replies()).not.toContain('Written too early')
  await passMinute(product, owner)
  await expect.poll(replies, POLL).toContain(REPLY)
  expect(await replies()).not.toContain('Written too early')
  await untilLive(page, product, owner)

  // Other files read this listing, too.
  await review.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(async () => {
      await passMinute(product, owner)
      return replies()
    }, TICKING)
    .not.toContain(REPLY)
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})
