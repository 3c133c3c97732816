import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { test } from './support/test.ts'

test('the reference sends a request with the pasted key, stores the key nowhere, and fits any width', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  const account = await newOwner(page, product)
  await createBusiness(await product.server.database(), account, { name: 'Harbor Books' })
  await context.clearCookies()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))

  await page.goto('/api/v1/reference')
  await page.getByRole('button', { name: 'GET /reviews List reviews' }).click()
  await page.getByRole('button', { name: 'POST /businesses Add a business' }).click()
  await page.getByRole('textbox', { name: 'Request body' }).waitFor()
  await page.getByLabel('platform', { exact: true }).waitFor()
  await expectAccessible(page, [390, 820, 1440].slice(0, volume(1, 3)))
  for (const width of [320, 390, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    expect([
      width,
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ]).toEqual([width, 0])
  }

  await page.getByLabel('API key').fill(account.key)
  await page.getByRole('button', { name: 'GET /businesses List your businesses' }).click()
  const operation = page.locator('[id$="-listBusinesses"]')
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText('"name": "Harbor Books"').waitFor()
  expect(new Set(asked)).toEqual(new Set([product.origin]))
  const stored = await context.storageState({ indexedDB: true })
  const ofTab = await page.evaluate(() => JSON.stringify([sessionStorage, history.state, name]))
  expect(JSON.stringify([stored, ofTab, page.url()])).not.toContain(account.key)
  expect(complaints).toEqual([])
})
