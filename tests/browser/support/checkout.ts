import type { Page } from 'playwright-core'
import type { PaidPlan } from '#worker/rules/billing.ts'
import type { Product } from './product.ts'
import { send } from './sign-up.ts'

/** Buys a plan like the screens of the checkout, without opening them. */
export async function buy(page: Page, { upstream }: Product, plan: PaidPlan): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.post('/trpc/billing.checkout', { headers, data: { plan } })
  const { result } = (await answer.json()) as { result: { data: { url: string } } }
  const sessionId = result.data.url.split('/').at(-1) ?? ''
  await upstream.control.payAtStripe(sessionId)
  await send(page, 'billing.confirm', { sessionId })
}

/** Opens the payment page of a plan. */
export async function choose(page: Page, plan: 'pro' | 'ai_insights'): Promise<void> {
  await page.goto(`/checkout?plan=${plan}`)
  await goToPayment(page)
}

export async function goToPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
}
