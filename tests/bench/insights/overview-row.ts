import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { databaseOf } from '#db/client.ts'
import { createAccount } from '#tests/factories.ts'
import { storeManyCounts, storeManyReviews } from '#tests/many-reviews.ts'
import { CATEGORIES } from '#worker/businesses/categories.ts'
import type { MemberContext } from '#worker/context.ts'
import { insightsOverview } from '#worker/insights/overview/overview.ts'
import { ANY_TEXT } from '#worker/rules/review-features.ts'
import { ownCpu } from '../measure/cpu.ts'
import type { Row } from '../measure/row.ts'
import { createSqlite } from '../store/states.ts'

const CALLS = 100

/** Processor time of AI Insights at 100,000 reviews for evaluating its counts, without its queries. */
export async function overviewRow(): Promise<Row> {
  const { d1, sqlite } = await createSqlite(':memory:')
  const account = await createAccount(d1, { plan: 'ai_insights' })
  const now = Date.UTC(2026, 5, 15, 12)
  await storeManyReviews(d1, account, now)
  await storeManyCounts(d1, account, now)
  // Every review has a text.
  sqlite.exec(`INSERT INTO insight_term_months (business_id, term, month, reviews, positive, negative)
    SELECT business_id, '${ANY_TEXT}', month, max(reviews), max(reviews) / 2, max(reviews) / 4
    FROM insight_term_months GROUP BY business_id, month`)
  const { id: businessId } = sqlite.prepare('SELECT id FROM businesses ORDER BY name').get() as { id: string }
  // Safe: these are the fields that the overview uses.
  const ctx = {
    db: databaseOf({ DB: answeringOnce(d1) }),
    organization: { id: account.organizationId, businessIds: null },
    now: () => now,
    settings: { APP_ORIGIN: 'https://bench.example' },
    assets: { fetch: async () => Response.json(CATEGORIES) },
  } as unknown as MemberContext
  const { topics, forecast } = await insightsOverview(ctx, { businessId })
  if (topics.length === 0 || !forecast.known) throw new Error('There is too little to say.')
  const round = async () => {
    const before = ownCpu()
    for (let call = 0; call < CALLS; call += 1) await insightsOverview(ctx, { businessId })
    return (ownCpu() - before) / CALLS
  }
  await round()
  const ours: number[] = []
  for (let rounds = 0; rounds < 5; rounds += 1) ours.push(await round())
  sqlite.close()
  return {
    name: 'AI Insights from its counts',
    unit: 'ms CPU',
    ours,
    floor: null,
    goal: { of: 'value', atMost: 5 },
    rounds: {},
  }
}

/** Sends the first batch to the database, and repeats its result from JSON for later ones, as D1 does. */
function answeringOnce(d1: D1Database): D1Database {
  let answer: Promise<D1Result<never>[]> | undefined
  return Object.assign(Object.create(d1), {
    batch(statements: D1PreparedStatement[]) {
      answer ??= d1.batch(statements).then((results) => JSON.parse(JSON.stringify(results)))
      return answer
    },
  })
}
