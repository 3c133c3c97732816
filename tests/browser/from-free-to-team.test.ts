import { expect } from 'vitest'
import { type Account, storeUsage } from '#tests/factories.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { openMailedLink } from './support/mailbox.ts'
import { reviewRows } from './support/review-rows.ts'
import { fillSignUp, newEmail, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
const TARGET = { platform: 'google', id: 'small' } as const
const SHOP = 'Marlowe & Daughter Books'

test('an owner connects, meets the Free limit, upgrades, and a colleague’s first screen has reviews', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const [email, colleagueEmail] = [newEmail('olive'), newEmail('cole')]
  const database = await product.server.database()
  await page.goto('/signup')
  await fillSignUp(page, email)
  await page.waitForURL('**/app')
  await openMailedLink(page, product, email, 'Confirm your e-mail address')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/app')

  // Use up the month's quota, and give Google a review from today.
  const owner = await database
    .prepare(
      `SELECT organization_id AS organizationId, user_id AS userId, email FROM organization_users
      JOIN users ON users.id = user_id WHERE email = ?`,
    )
    .bind(email)
    .first<Account>()
  if (!owner) throw new Error('nobody signed up')
  await storeUsage(database, owner, planLimits('free').reviewsPerMonth)
  const { reviewId } = await product.upstream.control.add(TARGET)
  await page.getByRole('link', { name: 'Connect Google Business Profile' }).click()
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/app/businesses/connect?connection=**')
  await page.getByRole('button', { name: new RegExp(`^Get the reviews: ${SHOP}`) }).click()
  await page.waitForURL('**/app')
  const waiting = database
    .prepare('SELECT sum(waiting_new) AS count FROM business_sources WHERE organization_id = ?')
    .bind(owner.organizationId)
  await expect.poll(() => waiting.first('count'), { interval: 20, timeout: 10_000 }).toBe(1)
  await page.goto('/app/businesses')
  await page
    .getByText(/1 new review waits until|Limit reached: new reviews from/)
    .first()
    .waitFor()

  await page.goto('/pricing')
  await page.getByText('Your plan', { exact: true }).filter({ visible: true }).waitFor()
  await page.getByRole('link', { name: 'Pro, $19 a month' }).click()
  await page.getByText('Due today').waitFor()
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()
  await page.getByText('From now on, we check every 6 hours.').waitFor()
  await product.server.tick()
  const arrived = database
    .prepare('SELECT count(*) AS count FROM reviews WHERE organization_id = ? AND review_date >= ?')
    .bind(owner.organizationId, Date.now() - 86_400_000)
  await expect.poll(() => arrived.first('count'), { interval: 20, timeout: 10_000 }).toBe(1)
  await page.goto('/app/businesses')
  await page
    .getByText(/(?:first|next) check in [1-6] hours?/)
    .first()
    .waitFor()
  expect(await page.getByText(/[Ll]imit reached/).count()).toBe(0)

  await page.goto('/app/team')
  await page.getByLabel('E-mail', { exact: true }).fill(colleagueEmail)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('2 of 3 seats taken, 1 of them by an open invitation.').waitFor()

  const colleague = await newPerson({ viewport: PHONE, colorScheme: 'dark' })
  await openMailedLink(colleague.page, product, colleagueEmail, '% asks you to help with their reviews')
  await colleague.page.getByLabel('Your name').fill('Cole Moss')
  await colleague.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await colleague.page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await colleague.page.waitForURL('**/app')
  await colleague.page
    .getByText(/need an answer/)
    .first()
    .waitFor()
  expect(await colleague.page.getByText(/Paste your Google/).count()).toBe(0)
  await colleague.page.goto('/app/reviews')
  await expect.poll(() => reviewRows(colleague.page).count()).toBe(4)

  await product.upstream.control.remove(TARGET, reviewId)
  expect([complaints, colleague.complaints, product.faults]).toEqual([[], [], []])
})
