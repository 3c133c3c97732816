import { and, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { askAddresses, asks, reviewPageDays } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { type DueWork, doDue, every, isUnmoved } from '../platform/due.ts'
import type { MailBlock } from '../platform/mail-layout.ts'
import { PRUNED_AT_ONCE, prune } from '../platform/prune.ts'
import { ASK_AGAIN_DAYS, reviewPagePath } from '../rules/asking.ts'
import { ASK_TEXTS } from '../rules/asking-texts.ts'
import { DAY_MS, MINUTE_MS, utcDay } from '../rules/durations.ts'
import { refusalLink, resealHashKey } from './addresses.ts'
import { languageOf } from './review-pages.ts'

type Ask = typeof asks.$inferSelect

const ASKS: DueWork<typeof asks> = {
  table: asks,
  key: 'id',
  dueAt: 'dueAt',
  backOff: every(10 * MINUTE_MS),
  limit: 100,
  fault: 'ask_not_sent',
  about: ({ id }) => ({ askId: id }),
}

/**
 * Hands due requests to the mail service. Skips those that have changed since they were claimed, so that nothing is
 * sent twice, even if a worker is killed.
 *
 * @returns number of requests examined
 */
export function sendDueAsks(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, ASKS, (ask) => sendAsk(ctx, ask))
}

async function sendAsk(ctx: BackgroundContext, ask: Ask): Promise<void> {
  const { db } = ctx
  const sender = await senderOf(ctx, ask)
  const { email, addressHash } = ask
  if (!sender || email === null || addressHash === null) {
    await db.update(asks).set({ state: 'stopped', dueAt: null }).where(isUnmoved(ASKS, ask))
    return
  }
  const { url, headers } = await refusalLink(ctx, addressHash)
  const mail = {
    to: email,
    subject: sender.texts.mailSubject(sender.name),
    blocks: blocksOf(ctx, ask, sender, url),
    kind: 'ask',
    headers,
    replyTo: sender.email,
    isBulk: true,
    language: sender.language,
  } as const
  // Skips people who refused meanwhile.
  const isWanted = sql`EXISTS (SELECT 1 FROM asks WHERE ${isUnmoved(ASKS, ask)}) AND NOT EXISTS (
    SELECT 1 FROM ask_addresses WHERE address_hash = ${addressHash} AND refused_at IS NOT NULL)`
  await db.batch([
    (await ctx.mail.prepare(mail, isWanted)).statement,
    db
      .update(asks)
      .set({
        state: sql`CASE WHEN changes() > 0 THEN 'sent' ELSE 'stopped' END`,
        dueAt: null,
        sentAt: ctx.now(),
      })
      .where(isUnmoved(ASKS, ask)),
  ])
}

/** Null if the location or its page is gone. */
async function senderOf({ db }: BackgroundContext, { businessId, organizationId }: Ask) {
  const { results } = await db.statement<{
    name: string
    address: string
    /** The location's own address, which its owner has entered for guests. */
    email: string | null
    handle: string
    language: string
  }>(sql`
    SELECT business.name, business.full_address AS address, business.email, page.handle, page.language
    FROM businesses AS business JOIN review_pages AS page ON page.business_id = business.id
    WHERE business.id = ${businessId} AND business.organization_id = ${organizationId} AND business.deleted_at IS NULL
      AND business.full_address IS NOT NULL AND page.is_on = 1`)
  const [row] = results
  if (!row) return null
  const language = languageOf(row.language)
  return { ...row, language, texts: ASK_TEXTS[language] }
}

function blocksOf(
  ctx: BackgroundContext,
  ask: Pick<Ask, 'name'>,
  { name, address, handle, texts }: NonNullable<Awaited<ReturnType<typeof senderOf>>>,
  refusalUrl: string,
): MailBlock[] {
  return [
    ...(ask.name === '' ? [] : [`${ask.name},`]),
    texts.mailText(name),
    { label: texts.mailButton, url: ctx.settings.APP_ORIGIN + reviewPagePath(handle) },
    texts.mailFree,
    {
      footer: `${texts.mailWhy(name)} ${name}, ${address}`,
      links: [{ label: texts.unsubscribe, url: refusalUrl }],
    },
  ]
}

/** Names and addresses of people who were asked are kept for as long as they must not be asked again. */
export const PERSON_DAYS = ASK_AGAIN_DAYS
export const LOG_DAYS = 2 * 365
const COUNT_DAYS = 400

/**
 * Deletes old names and addresses of people who were asked, then the entries, and old counts. Those who refused stay,
 * as hashes.
 */
export async function cleanUpAsking(ctx: BackgroundContext): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const old = db
    .select({ id: asks.id })
    .from(asks)
    .where(and(isNotNull(asks.email), lte(asks.createdAt, now - PERSON_DAYS * DAY_MS)))
    .limit(PRUNED_AT_ONCE)
  await db.batch([
    db.update(asks).set({ name: '', email: null }).where(sql`${asks.id} IN ${old}`),
    prune(db, { key: asks.id, time: asks.createdAt }, now - LOG_DAYS * DAY_MS),
    prune(
      db,
      { key: askAddresses.addressHash, time: askAddresses.askedAt, of: isNull(askAddresses.refusedAt) },
      now - ASK_AGAIN_DAYS * DAY_MS,
    ),
    db.delete(reviewPageDays).where(sql`${reviewPageDays.day} < ${utcDay(now - COUNT_DAYS * DAY_MS)}`),
  ])
  await resealHashKey(ctx)
}
