import { expect } from 'vitest'
import { createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { lackingIn } from './support/html.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { hydrated, open } from './support/settled.ts'
import { newEmail, send } from './support/sign-up.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

test('someone without an account is asked to receive e-mails, agrees, and is listed', async ({
  newPerson,
  product,
}) => {
  const partnerEmail = newEmail('partner')
  const { page, complaints } = await newPerson()
  const { userId } = await newOwner(page, product, { plan: 'free', isVerified: false })
  const advice = [
    'No e-mails are sent until you have confirmed',
    'Confirm your own address first, then you can add people.',
  ]
  expect(await lackingIn(page, '/app/notifications', advice)).toEqual([])
  const db = await product.server.database()
  await db.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(userId).run()

  await open(page, '/app/notifications')
  await page.getByLabel('E-mail', { exact: true }).fill('partner')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Invalid email format').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill(partnerEmail)
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText(`We asked ${partnerEmail} to confirm. E-mails start once they do.`).waitFor()
  await page.getByText('Not confirmed yet').waitFor()
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('')

  const partner = await newPerson({ viewport: PHONE, colorScheme: 'dark' })
  await partner.page.goto('/dev/mailbox')
  const request = partner.page.getByRole('article').filter({ hasText: `To ${partnerEmail}` })
  await request.getByRole('link', { name: 'As HTML' }).click()
  const consent = partner.page.getByRole('link', { name: 'Yes, send me these e-mails' })
  await consent.waitFor()
  expect(await scrollWidth(partner.page)).toBe(PHONE.width)
  await consent.click()
  await partner.page.getByRole('button', { name: 'Yes, send me these e-mails' }).click()
  await partner.page.getByRole('heading', { name: 'Thank you' }).waitFor()

  await page.reload()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: `Remove ${partnerEmail}` }).click()
  await page.getByText(`${partnerEmail} won’t get any more e-mails.`).waitFor()
  await page.getByText('Confirmed', { exact: true }).waitFor({ state: 'detached' })
  // The 400 is for the invalid address.
  expect([...complaints, ...partner.complaints]).toEqual([expect.stringContaining('400 (Bad Request)')])
  expect(product.faults).toEqual([])
})

test('mails are readable on a phone, as text and as HTML', async ({ newPerson, product }) => {
  const { page } = await newPerson({ viewport: PHONE })
  const owner = await newOwner(page, product)
  const invited = newEmail('invited')
  await send(page, 'organizations.invite', { email: invited, role: 'member' })
  await send(page, 'auth.requestPasswordReset', { email: owner.email })
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Marlowe & Daughter Books' })
  const reviewDate = Date.now()
  await storeReviews(
    db,
    [2, 3, 5].map((rating) => ({ business, rating, reviewDate, text: 'The shelves were empty.' })),
  )
  await giveReviewIds(db).run()
  await db
    .prepare('UPDATE alert_recipients SET next_digest_at = 1, digest_after = 0 WHERE organization_id = ?')
    .bind(owner.organizationId)
    .run()
  await product.server.tick()

  // Mails that people wait for, with a sentence from each.
  const mails = [
    [owner.email, 'Confirm your e-mail address', 'Please confirm that this address is yours.'],
    [owner.email, 'Set a new password', 'asked to set a new password'],
    [invited, 'asks you to help with their reviews', 'See the invitation'],
    [owner.email, '3 new reviews need an answer', 'All reviews that need an answer'],
  ] as const
  await page.goto('/dev/mailbox')
  expect(await scrollWidth(page)).toBe(PHONE.width)
  const addresses: string[] = []
  for (const [to, subject, says] of mails) {
    const mail = page
      .getByRole('article')
      .filter({ hasText: `To ${to}` })
      .filter({ hasText: says })
      .first()
    await mail.getByRole('heading', { name: subject }).waitFor()
    addresses.push((await mail.getByRole('link', { name: 'As HTML' }).getAttribute('href')) ?? '')
  }
  for (const [index, [, subject, says]] of mails.entries()) {
    await page.goto(new URL(addresses[index] ?? '', page.url()).href)
    await page.getByText(says).first().waitFor()
    expect([subject, await scrollWidth(page)]).toEqual([subject, PHONE.width])
  }
})
