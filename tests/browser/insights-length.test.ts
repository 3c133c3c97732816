import { expect } from 'vitest'
import { lookingTest as test } from './support/demo.ts'
import { show } from './support/settled.ts'

test('on a phone AI Insights is at most three screens long for each location', async ({ visit }) => {
  const { page } = await visit('ai_insights')
  const height = 844
  await page.setViewportSize({ width: 390, height })
  await show(page, '/app/ai-insights')
  const ids = await page
    .getByLabel('Business')
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(ids.length).toBeGreaterThan(3)
  for (const id of ids) {
    await show(page, `/app/ai-insights?businessId=${id}`)
    const length = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(length / height, id).toBeLessThanOrEqual(3)
  }
})
