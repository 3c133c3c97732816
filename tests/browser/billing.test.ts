import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { choose, goToPayment } from './support/checkout.ts'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { expectToFit } from './support/page-faults.ts'
import { fillSignUp, newEmail } from './support/sign-up.ts'
import { test } from './support/test.ts'

const LOCK = 'Upgrade to Pro to unlock Analytics'

/** Replaces the remembered plan; returns the number of replaced entries. */
function forgePlan(page: Page): Promise<number> {
  return page.evaluate(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('plan:'))
    for (const key of keys) localStorage.setItem(key, 'ai_insights')
    return keys.length
  })
}

test('only paying unlocks a plan, after a declined card and 3-D Secure, and in the other tab within two seconds', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  await newOwner(page, product, { plan: 'free' })
  const other = await context.newPage()
  await other.goto('/app')
  await other.getByText(LOCK).first().waitFor()
  await expect.poll(() => forgePlan(other), { interval: 20 }).toBe(1)
  await other.goto('/payment/success?session_id=cs_test_forged&upgrade=success&plan=pro')
  await other.getByText('This checkout does not exist.').waitFor()
  await other.goto('/app?upgrade=success&plan=ai_insights')
  await other.getByText('Free plan').first().waitFor()
  await other.getByText(LOCK).first().waitFor()

  await choose(page, 'pro')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('You left the payment page. Nothing was charged.').waitFor()
  await expectToFit(page)
  await goToPayment(page)
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click()
  await page.getByText('Your card was declined.').waitFor()
  await page.getByRole('button', { name: 'Pay with a card that asks for 3-D Secure' }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()
  const paidAt = Date.now()
  await other.getByText(LOCK).first().waitFor({ state: 'detached' })
  await other.getByRole('link', { name: 'Analytics' }).first().waitFor()
  expect(Date.now() - paidAt).toBeLessThan(2_000)
  await expectToFit(page)
  const dashboard = page.getByRole('link', { name: 'Go to your Dashboard' })
  expect(await dashboard.getAttribute('href')).toBe('/app?upgrade=success&plan=pro')
  expect(complaints).toEqual([])
})

test('a visitor chooses Pro, signs up, confirms the address and pays, even if events never arrive', async ({
  newPerson,
  product,
}) => {
  await product.upstream.control.deliverStripeEvents('never')
  onTestFinished(() => product.upstream.control.deliverStripeEvents('first'))
  const { page, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const email = newEmail('una-chooses')
  await page.goto('/pricing')
  expect(await page.getByText('Your plan', { exact: true }).filter({ visible: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Start with Pro' }).click()
  await page.getByRole('heading', { name: 'Start with Pro' }).waitFor()
  await page.getByText('First your account, then the payment: $19 a month.').waitFor()
  await fillSignUp(page, email, 'Create account')
  await page.waitForURL('**/checkout?plan=pro')
  await page.getByText('Confirm your e-mail address first').waitFor()
  await openMailedLink(page, product, email, 'Confirm your e-mail address')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/checkout?plan=pro')
  await page.getByText('$19, plus tax where it applies').waitFor()
  await goToPayment(page)
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()
  await page
    .getByText('Next, add your first business. Then we check every 6 hours. You see the last 90 days.')
    .waitFor()
  const next = page.getByRole('link', { name: 'Add your first business' })
  expect(await next.getAttribute('href')).toBe('/app/businesses/new')

  await page.goto('/pricing')
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).count()
  expect([await shown('Your plan'), await shown('Start free'), await shown('Welcome back')]).toEqual([
    1, 0, 0,
  ])
  expect(await page.getByRole('link', { name: 'Pro, $19 a month' }).count()).toBe(0)
  const larger = page.getByRole('link', { name: 'AI Insights, $49 a month' })
  expect(await larger.getAttribute('href')).toBe('/checkout?plan=ai_insights')
  await expectToFit(page)
  expect(complaints).toEqual([])
})

test('buying a smaller plan than the given one says what stops', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  await newOwner(page, product, { plan: 'ai_insights' })
  await page.goto('/checkout?plan=pro')
  await page.getByText('What stops with Pro: you have AI Insights now').waitFor()
  await page.getByText('AI Insights is locked.').waitFor()
})
