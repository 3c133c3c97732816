import { env } from 'cloudflare:test'
import { apiFor } from '#tests/edge/support/caller.ts'
import { type Account, type Business, createAccount, createBusiness } from '#tests/factories.ts'
import type { ImportedReviewInput } from '#worker/rules/imports.ts'

/** Noon on a day in the middle of a month, midnight in no time zone. */
export const NOW = Date.UTC(2026, 5, 15, 12)

export interface Shop {
  account: Account
  business: Business
  api: ReturnType<typeof apiFor>
}

/** An owner with one business. */
export async function createShop(plan = 'ai_insights', now = NOW): Promise<Shop> {
  const account = await createAccount(env.DB, { plan, now })
  const business = await createBusiness(env.DB, account)
  return { account, business, api: apiFor(account, { plan, now: () => now }) }
}

/** The same owner at another time. */
export function later({ account }: Shop, now: number, plan = 'ai_insights') {
  return apiFor(account, { plan, now: () => now })
}

/** A row of a file, made unique by the number. */
export function row(number: number, fields: Partial<ImportedReviewInput> = {}): ImportedReviewInput {
  return {
    authorName: `Author ${number}`,
    rating: 1 + (number % 5),
    reviewText: `What number ${number} has to say about the place and its people.`,
    reviewDate: '2026-05-01',
    ...fields,
  }
}

export function rows(from: number, to: number): ImportedReviewInput[] {
  return Array.from({ length: to - from }, (_, index) => row(from + index))
}

export interface Stored {
  id: number
  platform: string
  platform_review_id: string
  source: string
  author_name: string
  rating: number
  review_text: string
  review_date: number | null
  scraped_at: number
  edited_at: number | null
}

/** The stored reviews of a business, in the order of their ids. */
export async function storedOf(business: Business): Promise<Stored[]> {
  const { results } = await env.DB.prepare('SELECT * FROM reviews WHERE business_id = ? ORDER BY id')
    .bind(business.id)
    .all<Stored>()
  return results
}

export async function usageOf({ account }: Shop): Promise<number> {
  const row = await env.DB.prepare(
    'SELECT sum(reviews_stored) AS used FROM organization_usage WHERE organization_id = ?',
  )
    .bind(account.organizationId)
    .first<{ used: number | null }>()
  return row?.used ?? 0
}

/** Stored reviews from files. */
export async function importedOf({ account }: Shop): Promise<number> {
  const sql = 'SELECT sum(reviews_stored) AS reviews FROM business_imports WHERE organization_id = ?'
  return (await env.DB.prepare(sql).bind(account.organizationId).first<number>('reviews')) ?? 0
}

/** Imports all rows in one chunk. */
export async function importAll(shop: Shop, all: readonly unknown[], api = shop.api) {
  const { runId } = await api.imports.startImport({
    businessId: shop.business.id,
    platform: 'google',
    chunks: 1,
  })
  const taken = await api.imports.importRows({ runId, chunk: 0, rows: [...all] })
  await api.imports.finishImport({ runId, rowsRefused: taken.refused.length })
  return taken
}
