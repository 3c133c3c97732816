import {
  type Business,
  createAccount,
  createBusiness,
  type StoredReview,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'
import { openSqlite } from './sqlite-d1.ts'

export const EMAIL = 'bench@demo.test'
export const PASSWORD = 'Harbor-Lantern-42'

const BUSINESSES = 10
const DAYS = 364
const CHUNK = 20_000
/** Number of newest reviews of which every third is answered. */
const ANSWERED_OF = 1_000

export interface SeedOptions {
  reviews: number
  pool: readonly ScrapedReview[]
  settings: { SCRYPT_COST: number; SESSION_SECRET: string }
}

/** Creates an account on the largest plan with ten businesses and reviews spread evenly over a year. */
export async function seedTenant(file: string, options: SeedOptions): Promise<void> {
  const { reviews: total, pool, settings } = options
  const { d1, sqlite } = openSqlite(file, { durable: false })
  const password = { text: PASSWORD, settings }
  const account = await createAccount(d1, { email: EMAIL, plan: 'ai_insights', password })
  const businesses: Business[] = []
  for (let index = 0; index < BUSINESSES; index += 1) {
    businesses.push(await createBusiness(d1, account, { name: `Harbor House No. ${index + 1}` }))
  }
  const from = Date.now() - DAYS * DAY_MS
  const reviewAt = (index: number): StoredReview => {
    const made = pool[index % pool.length] as ScrapedReview
    const scrapedAt = Math.floor(from + (index * DAYS * DAY_MS) / total)
    return {
      business: businesses[index % BUSINESSES] as Business,
      platform: index % 3 === 0 ? 'yelp' : 'google',
      platformReviewId: `seed-${index}`,
      authorName: made.authorName,
      rating: made.rating,
      text: made.reviewText,
      reviewDate: scrapedAt - DAY_MS,
      scrapedAt,
      helpfulVotes: made.helpfulVotes,
      language: made.language,
      url: made.url,
    }
  }
  for (let stored = 0; stored < total; stored += CHUNK) {
    const count = Math.min(CHUNK, total - stored)
    await storeReviews(
      d1,
      Array.from({ length: count }, (_, index) => reviewAt(stored + index)),
    )
  }
  for (const [place, business] of businesses.entries()) {
    const answers = []
    for (let index = Math.max(0, total - ANSWERED_OF); index < total; index += 3) {
      if (index % BUSINESSES !== place) continue
      answers.push({ platformReviewId: `seed-${index}`, text: 'Thank you, see you soon.', at: Date.now() })
    }
    await storeResponses(d1, business, answers)
  }
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  sqlite.close()
}
