import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Business, createBusiness, storeNotifications } from '#tests/factories.ts'
import { createTeam, inOrganization } from './support.ts'

const LIMIT = 5
/** Rows of the hidden business between any two visible rows. */
const BETWEEN = 700
/**
 * A page for each of two businesses, for rows without a business and for the member's own, and their unread
 * counts.
 */
const MAX_ROWS_READ = 150

/** A member who sees two of three businesses, and a meter for the cost of a page. */
const test = base.extend('limited', async () => {
  const { owner, member, admin } = await createTeam()
  const own = [
    await createBusiness(env.DB, owner, { name: 'Corner' }),
    await createBusiness(env.DB, owner, { name: 'Kiosk' }),
  ]
  const hidden = await createBusiness(env.DB, owner, { name: 'Harbor' })
  const meter = createMeter()
  const api = apiFor(inOrganization(member, owner), {
    role: 'member',
    businessIds: own.map(({ id }) => id),
    meter,
  })
  return { owner, member, admin, own, hidden, api, meter }
})

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Reads a list to its end, a page at a time. */
async function pagesOf<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[][]> {
  const pages: Item[][] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    pages.push(page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return pages
}

async function tellMany(count: number, business: Business): Promise<void> {
  await storeMany(count, 'notifications', {
    id: 'lower(hex(randomblob(16)))',
    organization_id: `'${business.organizationId}'`,
    business_id: `'${business.id}'`,
    kind: "'new_reviews'",
    message: "'Of the hidden one'",
    link: "'/app'",
    dedupe_key: 'lower(hex(randomblob(16)))',
    created_at: '0',
  })
}

/** @returns the message */
async function tell(
  organizationId: string,
  about: { businessId?: string; userId?: string },
): Promise<string> {
  const message = crypto.randomUUID()
  await storeNotifications(env.DB, organizationId, [{ ...about, kind: 'system_update', message }])
  return message
}

describe('a limited member gets full pages without reading the rows of hidden businesses', () => {
  test('of notifications, including their own and those without a business', async ({ limited }) => {
    const { owner, member, admin, own, hidden, api, meter } = limited
    const told: string[] = []
    for (let round = 0; round < 3; round += 1) {
      for (const { id } of own) {
        told.unshift(await tell(owner.organizationId, { businessId: id }))
        told.unshift(await tell(owner.organizationId, { businessId: id, userId: member.userId }))
        await tell(owner.organizationId, { businessId: id, userId: admin.userId })
      }
      told.unshift(await tell(owner.organizationId, {}))
      told.unshift(await tell(owner.organizationId, { userId: member.userId }))
      await tell(owner.organizationId, { userId: admin.userId })
      await tellMany(BETWEEN, hidden)
    }
    const costs: number[] = []
    const pages = await pagesOf(async (cursor) => {
      meter.rowsRead = 0
      const page = await api.notifications.list({ limit: LIMIT, ...(cursor && { cursor }) })
      costs.push(meter.rowsRead)
      expect(page.unreadCount).toBe(10)
      return page
    })
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 5, 3])
    expect(pages.flat().map(({ message }) => message)).toEqual(told)
    expect(Math.max(...costs)).toBeLessThanOrEqual(MAX_ROWS_READ)

    await api.notifications.markRead({ id: pages[0]?.[0]?.id ?? '' })
    expect((await api.notifications.list({ limit: 1 })).items[0]?.isRead).toBe(true)
    await api.notifications.markAllRead()
    meter.rowsRead = 0
    expect((await api.notifications.list({ limit: LIMIT })).unreadCount).toBe(0)
    expect(meter.rowsRead).toBeLessThanOrEqual(MAX_ROWS_READ)
  })

  test('of collections', async ({ limited }) => {
    const { own, hidden, api, meter } = limited
    const ran: string[] = []
    const begun = Date.now()
    for (let round = 0; round < 6; round += 1) {
      for (const [index, business] of own.entries()) {
        const createdAt = begun + round * 10 + index
        ran.unshift(await createRun(business, { status: 'succeeded', createdAt }))
      }
      await storeMany(BETWEEN, 'scrape_runs', {
        id: 'lower(hex(randomblob(16)))',
        organization_id: `'${hidden.organizationId}'`,
        business_id: `'${hidden.id}'`,
        platform: "'google'",
        source: "'google-public'",
        trigger_type: "'manual'",
        status: "'succeeded'",
        phase: "'newest'",
        pages_planned: '1',
        rate_limit_ms: '1000',
        timeout_ms: '1000',
        retry_attempts: '1',
        due_at: '0',
        created_at: `${begun + round * 10 + 5}`,
      })
    }
    const costs: number[] = []
    const pages = await pagesOf(async (cursor) => {
      meter.rowsRead = 0
      const page = await api.collection.runs({ limit: LIMIT, ...(cursor && { cursor }) })
      costs.push(meter.rowsRead)
      return page
    })
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2])
    expect(pages.flat().map(({ id }) => id)).toEqual(ran)
    expect(Math.max(...costs)).toBeLessThanOrEqual(MAX_ROWS_READ)
  })
})
