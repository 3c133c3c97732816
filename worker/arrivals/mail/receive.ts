import type { ForwardableEmailMessage } from '@cloudflare/workers-types'
import { and, count, eq, gt, lte, sql } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { notify } from '../../notifications/notify.ts'
import { logEvent } from '../../platform/log.ts'
import { utcDay } from '../../rules/days.ts'
import { HOUR_MS } from '../../rules/durations.ts'
import { newReviewsText } from '../../rules/notifications.ts'
import { findAddressee } from '../mail-address.ts'
import { type ArrivalRun, openAtOnce } from '../open-run.ts'
import { storeStep } from '../store-step.ts'
import { forwardingCodeIn, forwardingText } from './forwarding-code.ts'
import { type MailedReview, mailsIn, reviewAmong } from './review-in.ts'

const MAX_MAIL_BYTES = 1024 * 1024
/** Of one business: more is no owner who forwards. */
const MAX_MAILS_PER_HOUR = 60

export const UNREADABLE = 'This mail holds no review we can read. Paste it instead.'
const UNREADABLE_NEWS = 'A forwarded mail holds no review we can read. Paste it instead.'
const UNKNOWN_ADDRESS = 'Address not found'
const TOO_MANY = 'Too many mails. Please try again later.'

export type IncomingMail = Pick<ForwardableEmailMessage, 'to' | 'raw' | 'rawSize' | 'setReject'>

/**
 * Takes a mail that was forwarded to the address of a business. Of a mail that holds no review we can read nothing is
 * kept but the code that Gmail sends before it forwards; its owner is told. Who writes to an address that nobody has
 * learns nothing but that.
 *
 * @throws what nobody expected, such as a database fault: the mail is then delivered again
 */
export async function receiveMail(ctx: BackgroundContext, mail: IncomingMail): Promise<void> {
  const addressee = await findAddressee(ctx, mail.to)
  if (!addressee) return mail.setReject(UNKNOWN_ADDRESS)
  const bytes = await bytesOf(mail)
  const mails = bytes ? await mailsIn(bytes) : []
  const found = reviewAmong(mails, ctx.now())
  const code = found ? null : forwardingCodeIn(mails)
  const run = await openRun(ctx, addressee, found, code === null ? UNREADABLE : forwardingText(code))
  if (!run) return mail.setReject(TOO_MANY)
  const done = found && (await store(ctx, run, addressee.plan, found))
  logEvent('mail_received', { runId: run.id, outcome: done ? 'read' : code ? 'forwarding' : 'unreadable' })
  await tell(ctx, addressee, done ?? run, code)
}

interface Addressee {
  organizationId: string
  businessId: string
  name: string
}

function store(ctx: BackgroundContext, run: ArrivalRun, plan: string, found: MailedReview) {
  return storeStep(ctx, run, plan, [found.review], found.isExcerpt ? 'excerpts' : 'full')
}

/**
 * A run in the history of the business; null when the hour has brought too many. A mail that can't be read stands with
 * Google, where most reviews are: a run belongs to a platform.
 */
async function openRun(
  ctx: BackgroundContext,
  { organizationId, businessId }: Addressee,
  found: MailedReview | null,
  fault: string,
): Promise<ArrivalRun | null> {
  const platform = found?.platform ?? 'google'
  const [run] = await openAtOnce(
    ctx,
    { organizationId, businessId, platform, source: 'mail' },
    found ? undefined : fault,
  )
  if (!run) return null
  const [recent] = await ctx.db
    .select({ mails: count() })
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.businessId, businessId),
        eq(scrapeRuns.source, 'mail'),
        gt(scrapeRuns.createdAt, ctx.now() - HOUR_MS),
        lte(scrapeRuns.seq, run.seq),
      ),
    )
  if ((recent?.mails ?? 0) <= MAX_MAILS_PER_HOUR) return run
  await ctx.db.delete(scrapeRuns).where(eq(scrapeRuns.id, run.id))
  return null
}

/** News of what came, of a code that the owner waits for, or once a day of mails that can't be read. */
async function tell(
  ctx: BackgroundContext,
  { organizationId, businessId, name }: Addressee,
  run: ArrivalRun,
  code: string | null,
): Promise<void> {
  if (run.status === 'succeeded' && run.reviewsNew === 0) return
  const ofReview = {
    kind: 'new_reviews' as const,
    message: `${name}: ${newReviewsText(run.platform, run.reviewsNew, run.reviewsNew)}`,
    link: `/app/reviews?${new URLSearchParams({ businessId, status: 'pending' })}`,
    dedupeKey: `run:${run.id}`,
  }
  const ofTrouble = {
    kind: 'source_needs_owner' as const,
    message: `${name}: ${code === null ? UNREADABLE_NEWS : forwardingText(code)}`,
    link: `/app/businesses/${businessId}/import`,
    dedupeKey: `mail-${code ?? 'unreadable'}:${businessId}:${utcDay(ctx.now())}`,
  }
  const news = run.status === 'succeeded' ? ofReview : ofTrouble
  await notify(ctx, { organizationId, businessId, ...news }, sql`true`)
}

/** Null for a mail that is too large, of which no more than the limit is read. */
async function bytesOf(mail: IncomingMail): Promise<Uint8Array | null> {
  if (mail.rawSize > MAX_MAIL_BYTES) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of mail.raw) {
    size += chunk.byteLength
    if (size > MAX_MAIL_BYTES) return null
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
