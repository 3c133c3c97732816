import type { D1Database } from '@cloudflare/workers-types'
import {
  type Account,
  type Business,
  changePlan,
  createBusiness,
  giveReviewIds,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'
import type { Person } from './person.ts'
import { makeAccount } from './sign-up.ts'
import type { NewPerson } from './test.ts'

/** Has no place to break a line. */
const LONG_NAME = 'Donaudampfschifffahrt'.repeat(20).slice(0, 400)
const LONG_WORD = 'Rindfleischetikettierung'.repeat(210).slice(0, 5_000)
const NAMES = [LONG_NAME, 'فاطمة الزهراء', 'נועה לוי', '🦊🦊🦊', 'Ana', 'Z'.repeat(400)]
const TEXTS = [
  LONG_WORD,
  'الخدمة ممتازة والموظفون ودودون جدا، سأعود مرة أخرى مع العائلة.',
  'השירות היה מצוין, אבל ההמתנה הייתה ארוכה (45 דקות).',
  // An odd number of code units each, so that a cut at any even position splits a character.
  'x👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀'.repeat(60),
  `Two lines\n\n\nand a word: ${LONG_WORD.slice(0, 300)}`,
  '',
]

export interface Owner extends Person {
  /** The newest business, if there is one. */
  businessId: string
  /** The newest review, if there is one. */
  reviewId: string
}

export type Filling = (database: D1Database, account: Account) => Promise<unknown>

/** A person signed in to a filled account on that plan. */
export async function newOwner(
  newPerson: NewPerson,
  database: D1Database,
  { email, plan, fill }: { email: string; plan: string; fill?: Filling },
): Promise<Owner> {
  const person = await newPerson()
  await makeAccount(person.page, email)
  const account = await database
    .prepare(
      `SELECT user_id AS userId, organization_id AS organizationId, email FROM organization_users
      JOIN users ON users.id = user_id WHERE email = ?`,
    )
    .bind(email)
    .first<Account>()
  if (!account) throw new Error(`${email} has signed up.`)
  await changePlan(database, account, plan)
  await fill?.(database, account)
  const newest = await database
    .prepare(
      `SELECT (SELECT id FROM businesses WHERE organization_id = ?1 ORDER BY id DESC) AS businessId,
        (SELECT max(id) FROM reviews WHERE organization_id = ?1) AS reviewId`,
    )
    .bind(account.organizationId)
    .first<{ businessId: string | null; reviewId: number | null }>()
  return { ...person, businessId: newest?.businessId ?? '', reviewId: String(newest?.reviewId) }
}

export const emptyBusiness: Filling = (database, account) =>
  createBusiness(database, account, { name: LONG_NAME })

/** A single review that consists of one word. */
export const oneReview: Filling = async (database, account) => {
  const business = await createBusiness(database, account, { name: LONG_NAME })
  await storeReviews(database, [
    { business, authorName: LONG_NAME, rating: 1, text: LONG_WORD, reviewDate: Date.now() - DAY_MS },
  ])
  await giveReviewIds(database).run()
}

/** Fifty reviews with extreme texts and names, on every platform and in every state, at two businesses. */
export const hostileTexts: Filling = async (database, account) => {
  const businesses = [
    await createBusiness(database, account, { name: LONG_NAME, industry: LONG_NAME }),
    await createBusiness(database, account, { name: `${LONG_NAME.slice(0, 399)}2`, city: LONG_NAME }),
  ] as const
  const now = Date.now()
  const reviews = Array.from({ length: 50 }, (_, index) => ({
    business: businesses[index % 2 === 0 ? 0 : 1],
    platform: PLATFORMS[index % PLATFORMS.length],
    platformReviewId: `hostile-${index}`,
    authorName: NAMES[index % NAMES.length],
    rating: 1 + (index % 5),
    text: TEXTS[index % TEXTS.length],
    reviewDate: now - (50 - index) * DAY_MS,
    scrapedAt: now - (50 - index) * DAY_MS + HOUR_MS,
    ownerResponse: index % 7 === 3 ? { text: LONG_WORD, date: now - HOUR_MS } : null,
  }))
  await storeReviews(database, reviews)
  await giveReviewIds(database).run()
  for (const business of businesses) await answerSome(database, business, reviews)
  await nameEverything(database, account, businesses[0].id)
}

async function answerSome(
  database: D1Database,
  business: Business,
  reviews: readonly { business: Business; platformReviewId: string }[],
): Promise<void> {
  const answered = reviews.filter((review, index) => review.business === business && index % 5 === 4)
  const at = Date.now()
  await storeResponses(
    database,
    business,
    answered.map(({ platformReviewId }) => ({ platformReviewId, text: LONG_WORD, at })),
  )
}

/** Edits or removes some reviews, and gives long names to everything an owner can name. */
async function nameEverything(database: D1Database, account: Account, businessId: string): Promise<void> {
  const { organizationId, userId } = account
  const changes = [
    "UPDATE reviews SET edited_at = ?2, rating = 5, review_text = 'was ' || review_text WHERE id % 6 = 0 AND organization_id = ?1",
    'UPDATE reviews SET removed_at = ?2 WHERE id % 9 = 0 AND organization_id = ?1',
    `UPDATE businesses SET description = ?3, full_address = ?3 WHERE organization_id = ?1 AND ?2`,
    'UPDATE organizations SET name = ?3 WHERE id = ?1 AND ?2',
    'UPDATE profiles SET full_name = ?3 WHERE id = ?4 AND ?1 AND ?2',
    `INSERT INTO reply_templates (id, organization_id, business_id, name, text, created_at, updated_at)
      VALUES ('template', ?1, ?5, ?3, ?6, ?2, ?2)`,
    `INSERT INTO saved_views (id, organization_id, user_id, name, query, created_at)
      VALUES ('view', ?1, ?4, ?3, 'rating=1', ?2)`,
    `INSERT INTO notifications (id, organization_id, kind, message, link, dedupe_key, created_at)
      VALUES ('told', ?1, 'new_reviews', ?6, '/app/reviews', 'told', ?2)`,
  ]
  const values = [organizationId, Date.now(), LONG_NAME, userId, businessId, LONG_WORD]
  await database.batch(
    changes.map((sql) => {
      const named = Math.max(...Array.from(sql.matchAll(/\?(\d)/g), ([, number]) => Number(number)))
      return database.prepare(sql).bind(...values.slice(0, named))
    }),
  )
}
