import type { Page } from 'playwright-core'

/** Opens the payment page of a plan. */
export async function choose(page: Page, plan: 'pro' | 'ai_insights'): Promise<void> {
  await page.goto(`/checkout?plan=${plan}`)
  await goToPayment(page)
}

export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
}
