import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('an alert’s link shows the draft, posts it and withdraws it without a session', async ({
  newPerson,
  product,
}) => {
  const owner = await newOwner((await newPerson()).page, product, { plan: 'ai_insights' })
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  await storeReviews(db, [{ business, authorName: 'Nora Finch', text: 'Lovely staff.', rating: 5 }])
  const token = 'p'.repeat(43)
  const hash = createHash('sha256').update(token).digest('hex')
  const id = business.id
  const reviewId = await db
    .prepare('SELECT id FROM reviews WHERE business_id = ?')
    .bind(id)
    .first<number>('id')
  const of = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values)
  await db.batch([
    of(`UPDATE reviews SET source = 'google-business-profile' WHERE id = ?`, reviewId),
    of('UPDATE organizations SET reply_delay_minutes = 10 WHERE id = ?', owner.organizationId),
    of('UPDATE users SET email_verified_at = 1 WHERE id = ?', owner.userId),
    of(
      `INSERT INTO connections (id, organization_id, provider, subject, label, sealed_access_token, scopes, created_at, updated_at)
      VALUES (?1, ?2, 'google', ?1, 'Wren', 'of.nobody', '', 0, 0)`,
      id,
      owner.organizationId,
    ),
    of(
      `INSERT INTO connection_links (business_id, platform, organization_id, connection_id, place_id, place_name, created_at)
      VALUES (?1, 'google', ?2, ?1, 'accounts/1/locations/2', 'Harbor Books', 0)`,
      id,
      owner.organizationId,
    ),
    of(
      `INSERT INTO reply_drafts (review_id, id, organization_id, business_id, basis, text, wordings, template_version, created_at)
      VALUES (?, 'draft', ?, ?, 'basis', 'Thank you, Nora!', '[]', 'en/friendly/praise/1', 0)`,
      reviewId,
      owner.organizationId,
      id,
    ),
    of(
      `INSERT INTO post_links (token_hash, organization_id, user_id, email, review_id, draft_id, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, 'draft', ?, ?)`,
      hash,
      owner.organizationId,
      owner.userId,
      owner.email,
      reviewId,
      Date.now(),
      Date.now() + 60 * 60_000,
    ),
  ])
  const answer = () =>
    db
      .prepare('SELECT response_text FROM review_responses WHERE review_id = ?')
      .bind(reviewId)
      .first<string>('response_text')

  const { page, complaints } = await newPerson({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await open(page, `/post-reply?token=${token}`)
  await page.getByRole('heading', { name: 'Post this reply?' }).waitFor()
  await page.getByText('Lovely staff.').waitFor()
  expect(await answer()).toBeNull()
  await page.getByRole('button', { name: 'Post on Google' }).press('Enter')
  await page.getByRole('heading', { name: 'Reply saved' }).waitFor()
  expect(await answer()).toBe('Thank you, Nora!')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('heading', { name: 'Reply undone' }).waitFor()
  expect(await answer()).toBeNull()
  await page.reload()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(complaints).toEqual([])
})
