import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { newShop } from './support/review-rows.ts'
import { open, show } from './support/settled.ts'
import { test } from './support/test.ts'

test('a report is created on a schedule and shared by link; link and schedule are ended', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson({ reducedMotion: 'reduce', colorScheme: 'light' })
  await newShop(product, await newOwner(page, product))
  const title = 'What guests said'
  await open(page, '/app/ai-insights/reports')
  await page.getByLabel('Title').fill(title)
  const schedules = page.getByLabel('Schedule')
  expect(await schedules.locator('option').allTextContents()).not.toContain('Now, and every Monday')
  await page.getByLabel('Period').selectOption('last_7_days')
  await schedules.selectOption('weekly')
  await page.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const address = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('heading', { name: 'Shared by link' }).waitFor()
  await expectAccessible(page, [390])

  const { page: stranger } = await newPerson({ reducedMotion: 'reduce', colorScheme: 'light' })
  await stranger.goto(address)
  await stranger.getByRole('heading', { level: 1, name: title }).waitFor()
  await stranger.getByRole('heading', { name: 'How this was made' }).waitFor()
  expect(await stranger.getByRole('link').count()).toBe(1)
  await expectAccessible(stranger)
  await page.getByRole('button', { name: 'Turn off the link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off the link' }).click()
  await page.getByRole('button', { name: 'Create a link' }).waitFor()
  await stranger.reload()
  await stranger.getByRole('heading', { name: 'This report isn’t available' }).waitFor()

  await show(page, '/app/ai-insights/reports')
  const schedule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await schedule.getByText('every Monday').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Stop ${title}` }).click()
  await schedule.getByText('Stopped.').waitFor()
  await page.getByRole('button', { name: `Start again: ${title}` }).click()
  await schedule.getByText('Next on').waitFor()
  await page.getByRole('button', { name: `Delete the schedule for ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => schedule.count()).toBe(0)
})
