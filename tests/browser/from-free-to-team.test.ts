import { expect, onTestFinished } from 'vitest'
import { storeUsage } from '#tests/factories.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { buy } from './support/checkout.ts'
import { countClicks } from './support/count-clicks.ts'
import { INVITED, openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { open, read } from './support/settled.ts'
import { makeAccount, newEmail, send } from './support/sign-up.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
const TARGET = { platform: 'google', id: 'small' } as const
const SHOP = 'Marlowe & Daughter Books'

test('an owner connects with four clicks, meets the Free limit, upgrades, and a colleague’s first screen has reviews', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const colleagueEmail = newEmail('cole')
  const database = await product.server.database()
  const owner = await newOwner(page, product, { plan: 'free' })

  // Use up the month's quota, and give Google a review from today.
  await storeUsage(database, owner, planLimits('free').reviewsPerMonth)
  const { reviewId } = await product.upstream.control.add(TARGET)
  onTestFinished(async () => {
    await product.upstream.control.remove(TARGET, reviewId)
  })
  await open(page, '/app')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Connect Google Business Profile' }).click()
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/app/businesses/connect?connection=**')
  await page.getByRole('button', { name: new RegExp(`^Get the reviews: ${SHOP}`) }).click()
  await page.waitForURL('**/app')
  expect(clicks()).toBeLessThanOrEqual(4)
  const waiting = database
    .prepare('SELECT sum(waiting_new) AS count FROM business_sources WHERE organization_id = ?')
    .bind(owner.organizationId)
  await expect.poll(() => waiting.first('count'), { interval: 20, timeout: 10_000 }).toBe(1)
  await read(page, '/app/businesses')
  await page
    .getByText(/1 new review waits until|Limit reached: new reviews from/)
    .first()
    .waitFor()

  await buy(page, product, 'pro')
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

  await send(page, 'organizations.invite', { email: colleagueEmail, role: 'member' })
  const colleague = await newPerson({ viewport: PHONE, colorScheme: 'dark' })
  await makeAccount(colleague.page, colleagueEmail)
  await openMailedLink(colleague.page, product, colleagueEmail, INVITED)
  await colleague.page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await colleague.page.waitForURL('**/app')
  await colleague.page
    .getByText(/need an answer/)
    .first()
    .waitFor()
  expect(await colleague.page.getByText(/Paste your Google/).count()).toBe(0)
  expect([complaints, colleague.complaints, product.faults]).toEqual([[], [], []])
})
