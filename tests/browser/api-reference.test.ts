import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { test } from './support/test.ts'

const REFERENCE = '/api/v1/reference'

test('the reference sends a request with the pasted key and stores the key nowhere', async ({
  newPerson,
  product,
}) => {
  const db = await product.server.database()
  const account = await newOwner((await newPerson()).page, product)
  await createBusiness(db, account, { name: 'Harbor Books' })
  const { page, context, complaints } = await newPerson()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))

  await page.goto(REFERENCE)
  await page.getByLabel('API key').fill(account.key)
  await page.getByRole('button', { name: 'GET /businesses List your businesses' }).click()
  const operation = page.locator('[id$="-listBusinesses"]')
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText('"name": "Harbor Books"').waitFor()

  expect(new Set(asked)).toEqual(new Set([product.origin]))
  const { origins, cookies } = await context.storageState()
  expect(JSON.stringify([origins, cookies])).not.toContain(account.key)
  expect(page.url()).not.toContain(account.key)
  await page.reload()
  await page.getByRole('button', { name: 'GET /businesses List your businesses' }).waitFor()
  expect(await page.getByLabel('API key').inputValue()).toBe('')
  expect(complaints).toEqual([])
})

test('the reference can be read and used by everyone at any width', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto(REFERENCE)
  await page.getByRole('button', { name: 'GET /reviews List reviews' }).click()
  await page.getByRole('button', { name: 'POST /businesses Add a business' }).click()
  await page.getByRole('textbox', { name: 'Request body' }).waitFor()
  await page.getByLabel('platform', { exact: true }).waitFor()
  await expectAccessible(page)
  for (const width of [320, 390, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect([
      width,
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ]).toEqual([width, 0])
  }
})
