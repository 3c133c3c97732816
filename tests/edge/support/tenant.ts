import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { batch, databaseOf } from '#db/client.ts'
import {
  actions,
  alarms,
  alertRecipients,
  apiKeys,
  asks,
  auditEntries,
  competitors,
  competitorTotals,
  creditEntries,
  draftStyles,
  heldMails,
  insightFindings,
  mfaFactors,
  modelAgreements,
  organizationInvitations,
  ownPlatforms,
  pushDevices,
  replyDrafts,
  replyRewrites,
  replySuggestions,
  replyTemplates,
  reportSchedules,
  reports,
  reviewCases,
  reviewCorrections,
  reviewNotes,
  reviewPageDays,
  reviewPageHandles,
  reviewPages,
  reviewTags,
  savedViews,
  sessions,
  webhookDeliveries,
  webhookEndpoints,
  widgets,
} from '#db/schema/index.ts'
import {
  type Account,
  createAccount,
  createBusiness,
  storeNotifications,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { searchToken } from '#worker/reviews/search-expression.ts'
import { DAY_MS, utcMonth } from '#worker/rules/durations.ts'
import type { OwnPlatformId } from '#worker/rules/platforms.ts'
import { createConnection, createLink } from './connections.ts'
import { createRun } from './runs.ts'

const OBJECTS = [
  'businessId',
  'heldMailId',
  'reviewId',
  'responseId',
  'runId',
  'sessionId',
  'factorId',
  'notificationId',
  'connectionId',
  'recipientId',
  'deviceId',
  'savedViewId',
  'tagId',
  'platformId',
  'templateId',
  'invitationId',
  'memberId',
  'apiKeyId',
  'webhookId',
  'deliveryId',
  'competitorId',
  'actionId',
  'alarmId',
  'reportId',
  'scheduleId',
  'widgetId',
  'noteId',
  'organizationId',
] as const

/** Ids of a tenant's objects, to use in inputs. */
export type Objects = Record<(typeof OBJECTS)[number], string>

export interface Tenant extends Objects {
  account: Account
  /** A term in every text of this tenant, and nowhere else. */
  canary: string
}

/** A tenant with one object of each kind, with marked texts. */
export async function createTenant(canary: string, now: number): Promise<Tenant> {
  const account = await createAccount(env.DB, {
    plan: 'ai_insights',
    fullName: canary,
    email: `${canary}-${createId()}@example.test`,
  })
  const business = await createBusiness(env.DB, account, {
    name: `${canary} Business`,
    industry: canary,
    city: canary,
    googleUrl: 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f',
    yelpUrl: `https://www.yelp.com/biz/${canary}`,
  })
  await env.DB.prepare('UPDATE businesses SET description = ?1, phone = ?1, email = ?2 WHERE id = ?3')
    .bind(canary, account.email, business.id)
    .run()
  const platformReviewId = createId()
  await storeReviews(env.DB, [
    {
      business,
      platformReviewId,
      authorName: `${canary} Author`,
      text: `the words of ${canary}`,
      rating: 2,
      scrapedAt: now,
      url: `https://example.test/${canary}`,
      ownerResponse: { text: canary, date: now },
    },
    { business, authorName: `${canary} Waiting`, text: canary, rating: 4, scrapedAt: now },
  ])
  await storeResponses(env.DB, business, [{ platformReviewId, text: `thanks from ${canary}`, at: now }])
  const db = databaseOf(env)
  const runId = await createRun(business, {
    status: 'failed',
    errors: [canary],
    warnings: [canary],
    dueAt: now,
    createdAt: now,
  })
  const { organizationId, userId } = account
  const made = nobodysObjects()
  const {
    sessionId,
    heldMailId,
    factorId,
    recipientId,
    deviceId,
    savedViewId,
    tagId,
    platformId,
    templateId,
    invitationId,
    apiKeyId,
    webhookId,
    competitorId,
    actionId,
    alarmId,
    reportId,
    scheduleId,
    widgetId,
    noteId,
  } = made
  await db.insert(sessions).values({
    id: sessionId,
    tokenHash: sessionId,
    userId,
    organizationId,
    authenticatedAt: now,
    createdAt: now,
    lastActivityAt: now,
    expiresAt: now + DAY_MS,
  })
  const answered = await env.DB.prepare(
    'SELECT id AS responseId, review_id AS reviewId FROM review_responses WHERE business_id = ?',
  )
    .bind(business.id)
    .first<{ responseId: string; reviewId: number }>()
  if (!answered) throw new Error('the answered review is stored above')
  const { responseId, reviewId } = answered
  const waitingId = await env.DB.prepare(
    'SELECT id FROM reviews WHERE business_id = ? AND response_id IS NULL',
  )
    .bind(business.id)
    .first<number>('id')
  const connectionId = await createConnection(account, { label: canary, state: 'revoked', fault: canary })
  await createLink(business, connectionId, { placeName: canary })
  await batch(db, [
    db.insert(heldMails).values({
      id: heldMailId,
      organizationId,
      businessId: business.id,
      platform: 'google',
      reviewId: heldMailId,
      review: { authorName: `${canary} Held`, rating: 3, reviewText: canary },
      isExcerpt: false,
      sender: `${canary}@example.test`,
      createdAt: now,
    }),
    db.insert(mfaFactors).values({
      id: factorId,
      userId,
      factorType: 'totp',
      status: 'unverified',
      sealedSecret: canary,
      createdAt: now,
    }),
    db.insert(alertRecipients).values({
      id: recipientId,
      organizationId,
      email: `${canary}-recipient@example.test`,
      confirmedAt: now,
      alertAfter: 0,
      digestAfter: 0,
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(pushDevices).values({
      id: deviceId,
      organizationId,
      userId,
      endpoint: `https://fcm.googleapis.com/fcm/send/${canary}-${deviceId}`,
      p256dh: 'p256dh',
      auth: 'auth',
      userAgent: canary,
      createdAt: now,
    }),
    db.insert(savedViews).values({
      id: savedViewId,
      organizationId,
      userId,
      name: `${canary} view`,
      query: `search=${canary}`,
      createdAt: now,
    }),
    db.insert(reviewTags).values({
      id: tagId,
      organizationId,
      label: `l~${searchToken(tagId)}`,
      name: `${canary} tag`,
      nameKey: `tag ${canary}`,
      color: 'red',
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(ownPlatforms).values({
      id: platformId as OwnPlatformId,
      organizationId,
      name: `${canary} platform`.slice(0, 40),
      nameKey: `platform ${canary}`,
      color: 'teal',
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(replyTemplates).values({
      id: templateId,
      organizationId,
      businessId: business.id,
      name: `${canary} template`,
      text: `${canary} template`,
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(actions).values({
      id: actionId,
      organizationId,
      businessId: business.id,
      day: '2026-06-01',
      name: `${canary} action`,
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(competitors).values({
      id: competitorId,
      organizationId,
      businessId: business.id,
      platform: 'google',
      name: `${canary} competitor`,
      link: `https://www.google.com/maps/place/${canary}`,
      placeUrl: `https://www.google.com/maps/place/${canary}`,
      dueAt: now + DAY_MS,
      problem: canary,
      createdAt: now,
    }),
    db.insert(alarms).values({
      id: alarmId,
      organizationId,
      businessId: business.id,
      key: 'possible_attack',
      kind: 'possible_attack',
      fromDay: '2026-05-25',
      toDay: '2026-06-07',
      part: 3,
      allCount: 9,
      expected: 0.9,
      chance: 0.001,
      reviewIds: '[]',
      createdAt: now,
    }),
    db.insert(insightFindings).values({
      organizationId,
      businessId: business.id,
      dueAt: now + DAY_MS,
      findings: JSON.stringify([
        {
          kind: 'nothing_unusual',
          businessId: business.id,
          sentence: `${canary}: Nothing unusual.`,
          score: 0,
        },
      ]),
    }),
    db.insert(reviewPages).values({
      businessId: business.id,
      organizationId,
      handle: `${canary}-${business.id}`,
      links: [{ name: canary, url: `https://example.test/${canary}` }],
      message: canary,
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(reviewPageHandles).values({
      handle: `${canary}-${business.id}`,
      businessId: business.id,
      organizationId,
      createdAt: now,
    }),
    db
      .insert(reviewPageDays)
      .values({ businessId: business.id, day: '2026-06-01', target: canary, organizationId, count: 1 }),
    db.insert(asks).values({
      id: createId(),
      organizationId,
      businessId: business.id,
      userId,
      channel: 'mail',
      name: canary,
      email: `${canary}-guest@example.test`,
      consent: 'form',
      state: 'sent',
      createdAt: now,
      sentAt: now,
    }),
    db.insert(competitorTotals).values({ competitorId, day: '2026-06-01', average: 4.2, reviewCount: 120 }),
    db.insert(reportSchedules).values({
      id: scheduleId,
      organizationId,
      userId,
      businessIds: JSON.stringify([business.id]),
      settings: JSON.stringify({
        title: `${canary} schedule`,
        period: 'last_month',
        sections: ['facts'],
        locale: 'en-US',
      }),
      rhythm: 'monthly',
      state: 'on',
      dueAt: now + DAY_MS,
      createdAt: now,
    }),
    db.insert(reports).values({
      id: reportId,
      organizationId,
      userId,
      basis: canary,
      businessIds: JSON.stringify([business.id]),
      settings: JSON.stringify({
        title: `${canary} report`,
        period: 'last_month',
        sections: ['facts'],
        locale: 'en-US',
        businesses: [{ id: business.id, name: `${canary} Business` }],
        days: { from: '2026-05-01', to: '2026-05-31' },
        former: null,
      }),
      method: '1.1',
      reviewCount: 2,
      inputHash: canary,
      sections: JSON.stringify([{ name: 'facts', sentences: [{ text: canary, reviews: null }], tables: [] }]),
      createdAt: now,
      deliveredAt: now,
    }),
    db.insert(draftStyles).values({
      businessId: business.id,
      organizationId,
      tone: 'formal',
      signOff: canary,
      contactLine: canary,
      remarks: JSON.stringify([{ topic: 'staff', kind: 'praise', text: canary }]),
      updatedAt: now,
    }),
    db.insert(replySuggestions).values({
      reviewId: Number(waitingId),
      organizationId,
      businessId: business.id,
      userId,
      text: `suggested by ${canary}`,
      state: 'open',
      updatedAt: now,
    }),
    db.insert(reviewNotes).values({
      id: noteId,
      reviewId,
      organizationId,
      businessId: business.id,
      userId,
      text: `${canary} note`,
      createdAt: now,
    }),
    db.insert(replyDrafts).values({
      reviewId,
      id: createId(),
      organizationId,
      businessId: business.id,
      basis: canary,
      text: canary,
      wordings: '[]',
      templateVersion: 'en/formal/praise/1',
      createdAt: now,
      deliveredAt: now,
    }),
    db.insert(reviewCorrections).values({
      reviewId,
      subject: 'staff',
      organizationId,
      verdict: 'absent',
      correctedBy: userId,
      correctedAt: now,
    }),
    db
      .insert(modelAgreements)
      .values({ organizationId, model: 'any', voice: canary, agreedBy: userId, agreedAt: now }),
    db.insert(replyRewrites).values({
      reviewId,
      organizationId,
      draftId: createId(),
      key: canary,
      text: canary,
      askedUntil: 0,
    }),
    db.insert(auditEntries).values({
      id: createId(),
      organizationId,
      userId,
      action: 'business_created',
      subject: `${canary} Business`,
      createdAt: now,
    }),
    db.insert(creditEntries).values({
      organizationId,
      number: 1,
      month: utcMonth(now),
      kind: 'spend',
      amount: -1,
      purpose: 'draft',
      reference: canary,
      userId,
      createdAt: now,
    }),
    db.insert(organizationInvitations).values({
      id: invitationId,
      organizationId,
      email: `${canary}-invited@example.test`,
      emailKey: `${canary}-invited@example.test`,
      role: 'member',
      invitedBy: userId,
      tokenHash: invitationId,
      expiresAt: now + DAY_MS,
      createdAt: now,
    }),
    db.insert(apiKeys).values({
      id: apiKeyId,
      organizationId,
      createdBy: userId,
      name: `${canary} key`,
      prefix: 'rvk_abc123',
      keyHash: apiKeyId,
      scopes: 'read',
      createdAt: now,
    }),
    db.insert(reviewCases).values({
      reviewId,
      organizationId,
      businessId: business.id,
      platform: 'google',
      rule: 'spam',
      reason: canary,
      state: 'open',
      openedAt: now,
      dueAt: now + DAY_MS,
    }),
    db.insert(widgets).values({
      id: widgetId,
      organizationId,
      businessId: business.id,
      handle: widgetId,
      layout: 'list',
      theme: 'light',
      language: 'en',
      maxReviews: 5,
      minStars: 1,
      withText: false,
      sites: [`https://${canary}.example.com`],
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(webhookEndpoints).values({
      id: webhookId,
      organizationId,
      url: `https://receiver.example.com/take/${canary}`,
      events: [],
      sealedSecret: 'of.nobody',
      createdAt: now,
      provenAt: now,
    }),
  ])
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({
      id: createId(),
      endpointId: webhookId,
      organizationId,
      event: 'review.created',
      body: '{}',
      state: 'delivered',
      attempts: 1,
      answer: canary,
      createdAt: now,
    })
    .returning({ number: webhookDeliveries.number })
  const [notificationId = ''] = await storeNotifications(env.DB, account.organizationId, [
    { message: canary },
  ])
  return {
    ...made,
    account,
    canary,
    businessId: business.id,
    reviewId: String(reviewId),
    responseId,
    runId,
    notificationId,
    connectionId,
    deliveryId: String(delivery?.number),
    memberId: userId,
    organizationId,
  }
}

/** Ids that don't exist. */
export function nobodysObjects(): Objects {
  const ids = Object.fromEntries(OBJECTS.map((name) => [name, createId()])) as Objects
  return {
    ...ids,
    platformId: `other${createId().slice(19).replace('-', '')}`,
    reviewId: '8999999999999999',
    deliveryId: '8999999999999999',
  }
}

type Digest = Record<string, string | null>

/** A number that grows with every row written by anybody. */
function storeVersion(): Promise<number | null> {
  return env.DB.prepare('SELECT total_changes() AS version').first<number>('version')
}

/** Tables read per statement, one column each: a statement costs more than reading the few rows of a table. */
const TABLES_PER_STATEMENT = 20

/** Queries with a column for each table: all its rows that contain one of three values, as one text. */
const digestQueries = once(async () => {
  const { results } = await env.DB.prepare(
    `SELECT tables.name AS name, json_group_array(columns.name) AS columns
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*' AND tables.name NOT GLOB '_cf_*'
      AND tables.name NOT GLOB 'd1_*' AND tables.name NOT GLOB 'review_search*'
    GROUP BY tables.name`,
  ).all<{ name: string; columns: string }>()
  const perTable = results.map(({ name, columns: list }) => {
    const columns = (JSON.parse(list) as string[]).map((column) => `"${column}"`)
    const row = joined(
      columns.map((column) => `quote(${column})`),
      `|| ',' ||`,
    )
    const marks = joined(
      columns.map((column) => `${column} IN (?1, ?2, ?3)`),
      'OR',
    )
    return `(SELECT group_concat(${row}, ';') FROM ${name} WHERE ${marks}) AS ${name}`
  })
  const statements: string[] = []
  for (let from = 0; from < perTable.length; from += TABLES_PER_STATEMENT) {
    statements.push(`SELECT ${perTable.slice(from, from + TABLES_PER_STATEMENT)}`)
  }
  return statements
})

/**
 * Joins the terms as a balanced tree, because a flat chain exceeds SQLite's maximum expression depth for wide tables.
 */
function joined(terms: readonly string[], operator: string): string {
  if (terms.length < 2) return terms.join('')
  const half = Math.ceil(terms.length / 2)
  return `(${joined(terms.slice(0, half), operator)} ${operator} ${joined(terms.slice(half), operator)})`
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const known = new Map<string, { version: number | null; digest: Digest }>()

/** The rows that contain one of the values, read again only if the database has changed since. */
async function digestAbout(values: [string, string, string], search: string): Promise<Digest> {
  const version = await storeVersion()
  const key = values.join()
  const former = known.get(key)
  if (former?.version === version) return former.digest
  const queries = await digestQueries()
  const answers = await env.DB.batch<Digest>([
    ...queries.map((sql) => env.DB.prepare(sql).bind(...values)),
    env.DB.prepare(
      'SELECT group_concat(rowid) AS review_search FROM review_search WHERE review_search MATCH ?',
    ).bind(search),
  ])
  const digest: Digest = Object.assign({}, ...answers.map(({ results }) => results[0]))
  known.set(key, { version, digest })
  return digest
}

/** All rows that contain the tenant or its business, as one text per table; null for a table without any. */
export function digestOf({ account, businessId }: Tenant): Promise<Digest> {
  const { userId, organizationId } = account
  const token = organizationId.slice(19).replace('-', '')
  return digestAbout([userId, organizationId, businessId], `keys : (u${token}0 OR u${token}1)`)
}

/** The rows about the tenant's business alone, as one text per table. */
export function digestOfBusiness({ businessId }: Tenant): Promise<Digest> {
  return digestAbout([businessId, businessId, businessId], 'keys : nothing')
}

/** Shares a value between tests until one of them writes a row; the next test creates a new one. */
export function untilWritten<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: { version: number | null; value: Made } | undefined
  return async () => {
    if (made?.version !== (await storeVersion())) made = undefined
    if (!made) {
      const value = await make()
      made = { version: await storeVersion(), value }
    }
    return made.value
  }
}

/** Makes the tenant's account a member who can only see another business of the organization. */
export async function limitElsewhere({ account }: Tenant, role = 'member'): Promise<void> {
  const { id } = await createBusiness(env.DB, account, { name: 'Elsewhere' })
  await env.DB.prepare(
    'UPDATE organization_users SET role = ?1, business_ids = json_array(?2) WHERE user_id = ?3',
  )
    .bind(role, id, account.userId)
    .run()
}

/** Texts that only people who may see the tenant's business can read. */
export function textsOfBusiness({ canary }: Tenant): string[] {
  return [
    `${canary} Business`,
    `${canary} Author`,
    `${canary} Waiting`,
    `the words of ${canary}`,
    `thanks from ${canary}`,
  ]
}
