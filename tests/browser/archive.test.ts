import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { call } from './support/call.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

const REVIEWS = 12
const REPLY = 'Thank you, see you soon.'

test('an archive carries reviews, replies, actions, targets, asks and the page to another account', async ({
  newPerson,
  product,
}) => {
  const file = join(tmpdir(), `archive-${process.pid}.zip`)
  const from = await newPerson()
  const owner = await newOwner(from.page, product)
  const business = await createBusiness(await product.server.database(), owner, { name: 'Harbor Books' })
  const today = new Date().toISOString().slice(0, 10)
  const reviews = Array.from({ length: REVIEWS }, (_, index) => ({
    platform: 'google',
    authorName: `Guest ${index}`,
    rating: 4,
    reviewText: `Review number ${index}`,
    reviewDate: today,
  }))
  expect(await owner.ask('POST', '/reviews', { businessId: business.id, reviews })).toMatchObject({
    status: 201,
    json: { stored: REVIEWS },
  })

  const { json } = await owner.ask('GET', '/reviews')
  const [first] = (json as { items: { id: string }[] }).items
  expect(await owner.ask('POST', `/reviews/${first?.id}/response`, { text: REPLY })).toMatchObject({
    status: 201,
  })

  const db = await product.server.database()
  const { organizationId } = owner
  const action = ['New chef', '2026-03-02', 'food']
  await db
    .prepare(
      'INSERT INTO actions (id, organization_id, business_id, name, day, topic, created_at, updated_at) VALUES (?1, ?2, ?1, ?3, ?4, ?5, 0, 0)',
    )
    .bind(business.id, organizationId, ...action)
    .run()
  await db
    .prepare(
      'INSERT INTO answer_targets (business_id, organization_id, hours, reminded_until, due_at) VALUES (?, ?, 48, 0, 9e15)',
    )
    .bind(business.id, organizationId)
    .run()

  await db
    .prepare(
      `INSERT INTO asks (id, organization_id, business_id, channel, state, created_at)
      VALUES ('01a21f34-c15c-707a-9a06-7aeb22877029', ?, ?, 'print', 'handed_over', 0)`,
    )
    .bind(organizationId, business.id)
    .run()

  try {
    await from.page.goto('/app/data-management')
    const handle = 'harbor-books-copied'
    const page = { businessId: business.id, handle, links: [{ name: 'Google', url: 'https://g.page/r/x' }] }
    await call(from.page, 'asking.savePage', page)
    await call(from.page, 'asking.saveMessage', { businessId: business.id, message: 'How was it?' })
    const download = from.page.waitForEvent('download')
    await from.page.getByRole('link', { name: 'Download the archive' }).click()
    await (await download).saveAs(file)

    const to = await newPerson()
    const heir = await newOwner(to.page, product)
    await open(to.page, '/app/data-management')
    await to.page.getByLabel('Archive', { exact: true }).setInputFiles(file)
    await to.page.getByText('The archive was imported.').waitFor()

    for (const { page } of [from, to]) {
      await page.goto('/app/reviews?status=all')
      await page.getByText(`${REVIEWS} reviews`).first().waitFor()
      await page.goto('/app/reviews?status=responded')
      await page.getByText('1 review', { exact: true }).first().waitFor()
      await page.getByRole('link', { name: /Guest/ }).first().click()
      await page.getByText(REPLY).first().waitFor()
    }
    const kept = await db
      .prepare(
        `SELECT actions.name, day, topic, hours, channel, handle, message
        FROM actions JOIN answer_targets USING (business_id) JOIN asks USING (business_id)
        JOIN review_pages USING (business_id)
        WHERE actions.organization_id = ?`,
      )
      .bind(heir.organizationId)
      .all()
    expect(kept.results).toEqual([
      {
        name: action[0],
        day: action[1],
        topic: action[2],
        hours: 48,
        channel: 'print',
        // The original page keeps its address, so the copy gets another one.
        handle: `${handle}-2`,
        message: 'How was it?',
      },
    ])
    // The browser logs the 409 for the address that is taken.
    expect([from.complaints, to.complaints]).toEqual([[], [expect.stringContaining('409 (Conflict)')]])
  } finally {
    await rm(file, { force: true })
  }
})
