import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { choose, goToPayment } from './support/checkout.ts'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { expectToFit } from './support/page-faults.ts'
import type { Product } from './support/product.ts'
import { read } from './support/settled.ts'
import { fillSignUp, makeAccount, newEmail } from './support/sign-up.ts'
import { test } from './support/test.ts'

const LOCK = 'Upgrade to Pro to unlock Analytics'

/** Creates an account with a confirmed address; others can't buy. */
async function makeBuyer(page: Page, product: Product, email: string): Promise<void> {
  await makeAccount(page, email)
  const database = await product.server.database()
  await database.prepare('UPDATE users SET email_verified_at = 1 WHERE email = ?').bind(email).run()
}

test('paying with 3-D Secure after a declined card unlocks the other tab within two seconds', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  await makeBuyer(page, product, newEmail('ines-pays'))
  const other = await context.newPage()
  await other.goto('/app')
  await other.getByText(LOCK).first().waitFor()

  await page.goto('/checkout?plan=pro')
  await page.getByRole('heading', { name: 'Pro, $19 a month' }).waitFor()
  await expectToFit(page)
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Pro, $19 a month' }).click()
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

  await page.getByRole('link', { name: 'Go to your Dashboard' }).click()
  await page.waitForURL('**/app?upgrade=success&plan=pro')
  await page.getByText('Pro plan').first().waitFor()
  await page.goto('/app/analytics')
  expect(await page.getByText(LOCK).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a visitor without an account chooses Pro, signs up, confirms the address and pays', async ({
  newPerson,
  product,
}) => {
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

  await page.goto('/pricing')
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).count()
  expect([await shown('Your plan'), await shown('Start free'), await shown('Welcome back')]).toEqual([
    1, 0, 0,
  ])
  expect(await page.getByRole('link', { name: 'Pro, $19 a month' }).count()).toBe(0)
  await page.getByRole('link', { name: 'AI Insights, $49 a month' }).waitFor()
  await expectToFit(page)
  expect(complaints).toEqual([])
})

test('leaving the payment page charges nothing and says so', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  await makeBuyer(page, product, newEmail('abe-leaves'))
  await choose(page, 'ai_insights')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('You left the payment page. Nothing was charged.').waitFor()
  await read(page, '/app')
  await page.getByText('Free plan').first().waitFor()
})

test('a payment unlocks the plan even if its events come late or never', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  await makeBuyer(page, product, newEmail('noa-waits'))
  await product.upstream.control.deliverStripeEvents('never')
  onTestFinished(() => product.upstream.control.deliverStripeEvents('first'))
  await choose(page, 'pro')
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()
  await product.upstream.control.deliverStripeEvents('first')
  await read(page, '/app/billing')
  await page.getByText('next payment on').waitFor()
})

test('buying a smaller plan than the given one says what stops, and without a location to add one', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  await newOwner(page, product, { plan: 'ai_insights' })
  await page.goto('/checkout?plan=pro')
  await page.getByText('What stops with Pro: you have AI Insights now').waitFor()
  await page.getByText('AI Insights is locked.').waitFor()
  await expectToFit(page)
  await goToPayment(page)
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()
  await page.getByText('Next, add your first business.').waitFor()
  await page.getByRole('link', { name: 'Add your first business' }).click()
  await page.waitForURL('**/app/businesses/new')
})

test('forged URLs, storage and metadata unlock nothing', async ({ newPerson, product }) => {
  const { page, context } = await newPerson()
  const email = newEmail('mal-forges')
  await makeAccount(page, email)
  await page.goto('/app?upgrade=success&plan=ai_insights')
  await page.getByText('Free plan').first().waitFor()
  await page.getByText(LOCK).first().waitFor()
  const forge = () => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('plan:'))
    for (const key of keys) localStorage.setItem(key, 'ai_insights')
    return keys.length
  }
  await expect.poll(() => page.evaluate(forge), { interval: 20 }).toBe(1)
  await page.goto('/app')
  await page.getByText('Free plan').first().waitFor()
  expect(await refusal(context, 'screens.analytics', {})).toBe('FORBIDDEN')
  // Metadata with a plan or a role, which the specification's sign-up accepts.
  const answer = await context.request.post('/trpc/profile.update', {
    headers: { origin: product.origin },
    data: { fullName: 'Mal', role: 'owner', plan: 'ai_insights', subscriptionTier: 'ai_insights' },
  })
  expect([200, 400]).toContain(answer.status())
  await page.goto('/app/analytics?upgrade=success&plan=pro')
  await page.getByText(LOCK).first().waitFor()
  await page.goto('/payment/success?session_id=cs_test_forged&upgrade=success&plan=pro')
  await page.getByText('This checkout does not exist.').waitFor()
  const database = await product.server.database()
  const { meta } = await database
    .prepare(
      `UPDATE organization_users SET role = 'viewer' WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    )
    .bind(email)
    .run()
  expect(meta.changes).toBe(1)
  const refused = await context.request.post('/trpc/businesses.create', {
    headers: { origin: product.origin },
    data: { name: 'Forged', metadata: { role: 'owner' }, role: 'owner' },
  })
  expect(refused.status()).toBe(403)
})

async function refusal(context: BrowserContext, path: string, input: unknown): Promise<string> {
  const answer = await context.request.get(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return (await answer.json()).error?.data?.code ?? 'none'
}
