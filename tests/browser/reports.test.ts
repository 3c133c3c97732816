import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { newShop } from './support/review-rows.ts'
import { open } from './support/settled.ts'
import { test as base } from './support/test.ts'

const test = base.extend('page', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page } = await newPerson({ reducedMotion: 'reduce', colorScheme: 'light' })
  await newShop(product, await newOwner(page, product))
  return page
})

test('a report is created, shared with a stranger by link, and unshared', async ({ page, newPerson }) => {
  const title = `Report ${crypto.randomUUID().slice(0, 8)}`
  await open(page, '/app/ai-insights/reports')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const address = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('heading', { name: 'Shared by link' }).waitFor()
  await expectAccessible(page)

  const stranger = await newPerson({ javaScriptEnabled: false })
  await stranger.page.goto(address)
  await stranger.page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await stranger.page.getByRole('link').count()).toBe(1)
  const reader = await newPerson({ reducedMotion: 'reduce', colorScheme: 'light' })
  await reader.page.goto(address)
  await reader.page.getByRole('heading', { name: 'How this was made' }).waitFor()
  await expectAccessible(reader.page)

  await page.getByRole('button', { name: 'Turn off the link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off the link' }).click()
  await page.getByRole('button', { name: 'Create a link' }).waitFor()
  await stranger.page.reload()
  await stranger.page.getByRole('heading', { name: 'This report isn’t available' }).waitFor()
})

test('a schedule is shown with its report, stopped, started again and deleted', async ({ page }) => {
  const title = `Report ${crypto.randomUUID().slice(0, 8)}`
  await open(page, '/app/ai-insights/reports')
  await page.getByLabel('Title').fill(title)
  const schedules = page.getByLabel('Schedule')
  expect(await schedules.locator('option').allTextContents()).not.toContain('Now, and every Monday')
  await page.getByLabel('Period').selectOption('last_7_days')
  await schedules.selectOption('weekly')
  await page.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await open(page, '/app/ai-insights/reports')
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
