import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { scrollWidth } from './page-faults.ts'

/** Opens the payment page of a plan. */
export async function choose(page: Page, plan: 'pro' | 'ai_insights'): Promise<void> {
  await page.goto(`/checkout?plan=${plan}`)
  await goToPayment(page)
}

export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
}

/** Expects that the page doesn't scroll sideways, on a phone and on a wide screen. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await scrollWidth(page)).toBe(width)
  }
}
