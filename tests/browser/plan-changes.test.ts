import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { buy } from './support/checkout.ts'
import { lackingIn } from './support/html.ts'
import { newOwner } from './support/owner.ts'
import { expectToFit } from './support/page-faults.ts'
import type { Product } from './support/product.ts'
import { send } from './support/sign-up.ts'
import { test } from './support/test.ts'

async function customerOf(product: Product, email: string): Promise<string> {
  const database = await product.server.database()
  const row = await database
    .prepare(
      'SELECT customer_id AS id FROM organization_billing JOIN users ON users.id = user_id WHERE email = ?',
    )
    .bind(email)
    .first<{ id: string }>()
  return row?.id ?? 'none'
}

test('a plan is switched, cancelled and kept, and a failed, refunded or disputed payment is shown', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const { email } = await newOwner(page, product, { plan: 'free' })
  const { control } = product.upstream
  await buy(page, product, 'ai_insights')
  const customer = await customerOf(product, email)

  await page.goto('/app/billing')
  await page.getByRole('link', { name: 'Switch to Pro, $19 a month' }).click()
  await page.getByText('What stops with Pro').waitFor()
  await page.getByText('$0', { exact: true }).waitFor()
  await page.getByText('You see reviews from the last 90 days, not 365.').waitFor()
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch to Pro' }).click()
  await page.waitForURL('**/app/billing?from=ai_insights')
  await page.getByText('What has stopped since you left AI Insights').waitFor()
  await page.getByRole('heading', { name: 'Pro plan' }).waitFor()

  await page.getByRole('link', { name: 'Upgrade to AI Insights, $49 a month' }).waitFor()
  await send(page, 'billing.switchPlan', { plan: 'ai_insights' })
  await page.goto('/app/billing?from=pro')
  await page.getByText('Then we check every 2 hours.').waitFor()

  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('You see reviews from the last 30 days, not 365.').waitFor()
  await question.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText('AI Insights is cancelled.').waitFor()
  await page.getByRole('button', { name: 'Keep AI Insights' }).click()
  await page.getByText('Your AI Insights plan will continue.').waitFor()

  await control.changeAtStripe('fail-renewal', customer)
  await page.goto('/app/billing')
  await page.getByText('The payment for AI Insights failed.').waitFor()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Card and invoices' }).click()
  await page.getByRole('button', { name: 'Update the card' }).click()
  await page.getByText('Your card was updated.').waitFor()
  await page.getByRole('link', { name: 'Return' }).click()
  await page.getByText('next payment on').waitFor()

  await control.changeAtStripe('dispute', customer, { status: 'needs_response' })
  const disputed = 'Your bank disputed the payment for AI Insights'
  expect(await lackingIn(page, '/app/billing', [disputed])).toEqual([])
  await control.changeAtStripe('dispute', customer, { status: 'won' })
  expect(await lackingIn(page, '/app/billing', ['next payment on'])).toEqual([])
  await control.changeAtStripe('refund', customer)
  const ends = 'It ends once you’ve paid for a plan here, so it won’t be charged again.'
  expect(await lackingIn(page, '/checkout?plan=pro', [ends])).toEqual([])
  await page.goto('/app/billing')
  await page.getByText('Your payment for AI Insights was refunded').waitFor()
  await page.getByText(/^AI Insights is not active\. Its next payment, \$49 a month, is on /).waitFor()
  await page.getByRole('link', { name: 'Buy AI Insights, $49 a month' }).waitFor()
  await page.getByRole('link', { name: 'Buy Pro, $19 a month' }).waitFor()
  await page.getByRole('button', { name: 'End plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End plan' }).click()
  await page.getByText('AI Insights has ended.').waitFor()
  await page.getByText('Your AI Insights plan has ended.').waitFor()
  await page.getByText('What has stopped since you left AI Insights').waitFor()
  await expectToFit(page)
})
