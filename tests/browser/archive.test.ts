import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { newOwner } from './support/owner.ts'
import { open, settled } from './support/settled.ts'
import { send } from './support/sign-up.ts'
import { test } from './support/test.ts'

const REVIEWS = 12
const REPLY = 'Thank you, see you soon.'

test('an archive carries reviews, replies, actions, targets, asks and the page to another account', async ({
  newPerson,
  product,
}) => {
  const file = join(tmpdir(), `archive-${process.pid}.zip`)
  const { page, context, complaints } = await newPerson()
  const owner = await newOwner(page, product)
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

  const handle = 'harbor-books-copied'
  const links = [{ name: 'Google', url: 'https://g.page/r/x' }]
  await send(page, 'asking.savePage', { businessId: business.id, handle, links })
  await send(page, 'asking.saveMessage', { businessId: business.id, message: 'How was it?' })
  await open(page, '/app/data-management')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the archive' }).click()
  await (await download).saveAs(file)
  await settled(page)
  await context.clearCookies()
  const heir = await newOwner(page, product)
  await open(page, '/app/data-management')
  await page.getByLabel('Archive', { exact: true }).setInputFiles(file)
  await page.getByText('The archive was imported.').waitFor()
  await rm(file)

  for (const { ask } of [owner, heir]) {
    const listed = await ask('GET', '/reviews')
    expect((listed.json as { items: object[] }).items).toHaveLength(REVIEWS)
    expect(JSON.stringify(listed.json).split(REPLY)).toHaveLength(2)
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
  expect(complaints).toEqual([expect.stringContaining('409 (Conflict)')])
})
