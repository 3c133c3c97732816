import type { ForwardableEmailMessage } from '@cloudflare/workers-types'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { organizationUsers, users } from '#db/schema/index.ts'
import { usablePlatforms } from '../../businesses/own-platforms.ts'
import type { ImportRun } from '../../collection/run-store.ts'
import type { BackgroundContext } from '../../context.ts'
import { type Limit, takeTry } from '../../identity/limits/tries.ts'
import { hasFewerNotifications, notify, notifyAndAlert } from '../../notifications/notify.ts'
import { memberReaches } from '../../platform/business-access.ts'
import { logEvent } from '../../platform/log.ts'
import { emailKey } from '../../rules/auth.ts'
import { HOUR_MS, utcDay } from '../../rules/durations.ts'
import { newReviewsText } from '../../rules/notifications.ts'
import { can } from '../../rules/permissions.ts'
import { allowsPlatform, platformNotIncluded } from '../../rules/plans.ts'
import { isOwnPlatform } from '../../rules/platforms.ts'
import { openAtOnce } from '../import-run.ts'
import { findAddressee, otherBusinesses } from '../mail-address.ts'
import { storeStep } from '../store-step.ts'
import { holdMail } from './held-mails.ts'
import { businessNamed } from './named-business.ts'
import type { ReadMail } from './read-mime.ts'
import {
  forwardingCodeIn,
  forwardingText,
  labelledReviewAmong,
  type MailedReview,
  mailsIn,
  reviewAmong,
} from './review-in.ts'

const MAX_MAIL_BYTES = 1024 * 1024
/** Limit per business, higher than any owner needs. A new forwarding address doesn't restart the count. */
const MAILS: Limit = {
  name: 'mails-business',
  max: 60,
  windowMs: HOUR_MS,
  message: 'Too many e-mails. Please try again later.',
}

/** Maximum notifications per business and day about mails from which no review was stored. */
const MAX_REPORTED = 5
const MORE_NEWS = 'More of today’s e-mails brought no review. The history lists each of them.'
const HELD_NEWS = 'A forwarded review needs your OK.'
const MAX_SHOWN_CHARS = 80
const UNKNOWN_ADDRESS = 'Address not found'
const TOO_LARGE = 'This e-mail is too large.'
const TOO_MANY_HELD = 'Too many e-mails are waiting for a decision here.'

export type IncomingMail = Pick<ForwardableEmailMessage, 'to' | 'raw' | 'rawSize' | 'setReject'>

/**
 * Receives a mail forwarded to a business's address. Its review is stored if the mail is trusted (`isTrusted`), and
 * otherwise held until the owner decides, at the business that the mail names. If a mail has no readable review, may
 * name two businesses, or its platform isn't in the plan, only Gmail's forwarding code is kept, and the owner is
 * notified. Mails that are too large or too frequent are refused unread.
 * @throws unexpected errors, such as a database fault: the mail is then delivered again
 */
export async function receiveMail(ctx: BackgroundContext, mail: IncomingMail): Promise<void> {
  const addressee = await findAddressee(ctx, mail.to)
  if (!addressee) return mail.setReject(UNKNOWN_ADDRESS)
  if (mail.rawSize > MAX_MAIL_BYTES) return mail.setReject(TOO_LARGE)
  const { isAllowed } = await takeTry(ctx, MAILS, addressee.businessId)
  if (!isAllowed) return mail.setReject(MAILS.message)
  const bytes = await bytesOf(mail)
  if (!bytes) return mail.setReject(TOO_LARGE)
  const mails = await mailsIn(bytes)
  const read =
    reviewAmong(mails, ctx.now()) ??
    labelledReviewAmong(mails, await usablePlatforms(ctx, addressee), ctx.now())
  const target = read ? await targetOf(ctx, addressee, read) : addressee
  const refusal = read && refusalOf(read, target, addressee.plan)
  const found = refusal === null ? read : null
  const place = target ?? addressee
  if (found && !(await isTrusted(ctx, place, mails[0], found))) {
    const held = await holdMail(ctx, place, found, mails[0]?.from ?? '')
    logEvent('mail_received', { outcome: held ? 'held' : 'refused' })
    return held ? await tellHeld(ctx, place) : mail.setReject(TOO_MANY_HELD)
  }
  const code = found ? null : forwardingCodeIn(mails)
  const trouble = refusal ?? (code === null ? unreadableText(mails) : forwardingText(code))
  const run = await openRun(ctx, place, found, trouble)
  const done = found && (await store(ctx, run, addressee.plan, found))
  logEvent('mail_received', { runId: run.id, outcome: done ? 'read' : code ? 'forwarding' : 'unreadable' })
  if (done?.status === 'succeeded') await tellStored(ctx, place, done, found?.platformName ?? '')
  else await tellTrouble(ctx, place, trouble, { code, event: refusal ?? run.id })
}

interface Addressee {
  organizationId: string
  businessId: string
  name: string
  city: string | null
}

/** The business that a review is about; null if it may be either of two. */
async function targetOf(
  ctx: BackgroundContext,
  { organizationId, businessId, name, city }: Addressee,
  { businessName }: MailedReview,
): Promise<Addressee | null> {
  const own = { businessId, name, city }
  const others = businessName === null ? [] : await otherBusinesses(ctx, { organizationId, businessId })
  const named = businessName === null ? own : businessNamed(businessName, own, others)
  return named && { organizationId, ...named }
}

/** The reason not to store a review, whoever sent it; null if there is none. */
function refusalOf(
  { platform, businessName }: MailedReview,
  target: Addressee | null,
  plan: string,
): string | null {
  if (!target) {
    const about = shortened(businessName ?? '')
    return `A forwarded e-mail is about ‘${about}’, and several locations have this name. Its review was not added. Paste it at the right one instead.`
  }
  return isOwnPlatform(platform) || allowsPlatform(plan, platform)
    ? null
    : platformNotIncluded(plan, platform)
}

function store(ctx: BackgroundContext, run: ImportRun, plan: string, found: MailedReview) {
  return storeStep(ctx, run, plan, [found.review], found.isExcerpt ? 'excerpts' : 'full')
}

/**
 * Message about a mail without a readable review. It contains the subject, so that the owner can find the mail among
 * those they forwarded.
 */
function unreadableText(mails: readonly ReadMail[]): string {
  const subject = mails[0]?.subject.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
  if (subject === '') return 'A forwarded e-mail contains no review we can read. Paste the review instead.'
  return `The e-mail ‘${shortened(subject)}’ contains no review we can read. Paste the review instead.`
}

function shortened(text: string): string {
  const shown = [...text]
  return shown.length > MAX_SHOWN_CHARS ? `${shown.slice(0, MAX_SHOWN_CHARS).join('')}…` : text
}

/** Runs need a platform, so an unreadable mail counts as Google's, which has most reviews. */
async function openRun(
  ctx: BackgroundContext,
  { organizationId, businessId }: Addressee,
  found: MailedReview | null,
  fault: string,
): Promise<ImportRun> {
  const platform = found?.platform ?? 'google'
  const [run] = await openAtOnce(
    ctx,
    { organizationId, businessId, platform, source: 'mail' },
    found ? undefined : fault,
  )
  if (!run) throw new Error('an insert that returns its row returned none')
  return run
}

/** Notifies the organization of mails that wait for a decision, at most once a day. */
async function tellHeld(
  ctx: BackgroundContext,
  { organizationId, businessId, name }: Addressee,
): Promise<void> {
  const news = {
    kind: 'source_needs_owner' as const,
    message: `${name}: ${HELD_NEWS}`,
    link: `/app/businesses/${businessId}/import`,
    dedupeKey: `mail-held:${businessId}:${utcDay(ctx.now())}`,
  }
  await notify(ctx, { organizationId, businessId, ...news }, sql`true`)
}

async function tellStored(
  ctx: BackgroundContext,
  { organizationId, businessId, name }: Addressee,
  { id, reviewsNew }: ImportRun,
  platformName: string,
): Promise<void> {
  if (reviewsNew === 0) return
  const news = {
    kind: 'new_reviews' as const,
    message: `${name}: ${newReviewsText(platformName, reviewsNew, reviewsNew)}`,
    link: `/app/reviews?${new URLSearchParams({ businessId, status: 'pending' })}`,
    dedupeKey: `run:${id}`,
    runId: id,
  }
  await ctx.db.batch(notifyAndAlert(ctx, { organizationId, businessId, ...news }, sql`true`))
}

/**
 * Notifies the organization of a forwarding code, or of a mail without a review that is stored: of `MAX_REPORTED` such
 * mails a day one by one, and of all others at once.
 *
 * @param event identifies what is reported once a day: each unreadable mail, or the reason that several mails share
 */
async function tellTrouble(
  ctx: BackgroundContext,
  { organizationId, businessId, name }: Addressee,
  trouble: string,
  { code, event }: { code: string | null; event: string },
): Promise<void> {
  const about = { organizationId, businessId, kind: 'source_needs_owner' as const }
  const [message, link] = [`${name}: ${trouble}`, `/app/businesses/${businessId}/import`]
  const day = `${businessId}:${utcDay(ctx.now())}`
  if (code !== null) {
    await notify(ctx, { ...about, message, link, dedupeKey: `mail-${code}:${day}` }, sql`true`)
    return
  }
  const dedupeKey = `mail-unreadable:${day}`
  const mayTell = hasFewerNotifications(organizationId, dedupeKey, MAX_REPORTED)
  const others = {
    ...about,
    message: `${name}: ${MORE_NEWS}`,
    link: `/app/businesses/${businessId}/sources`,
    dedupeKey: `mail-unreadable-more:${day}`,
  }
  await ctx.db.batch([
    notify(ctx, { ...about, message, link, dedupeKey: `${dedupeKey}:${event}` }, mayTell),
    notify(ctx, others, sql`changes() = 0 AND NOT ${mayTell}`),
  ])
}

/** Null if the mail exceeds `MAX_MAIL_BYTES`, whatever its stated size. */
async function bytesOf(mail: IncomingMail): Promise<Uint8Array | null> {
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

/**
 * True if a mailed review can be stored without asking the owner: the platform's own mail arrived intact, or a member
 * who may add reviews forwarded it from their verified address.
 */
async function isTrusted(
  ctx: BackgroundContext,
  { organizationId, businessId }: Addressee,
  mail: ReadMail | undefined,
  found: MailedReview,
): Promise<boolean> {
  if (found.isConfirmed) return true
  if (!mail?.isConfirmed) return false
  const members = await ctx.db
    .select({ role: organizationUsers.role })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .where(
      and(
        eq(users.emailKey, emailKey(mail.from)),
        isNotNull(users.emailVerifiedAt),
        eq(organizationUsers.organizationId, organizationId),
        eq(organizationUsers.isActive, true),
        memberReaches(sql`organization_users`, sql`${businessId}`),
      ),
    )
  return members.some(({ role }) => can(role, 'reviews.import'))
}
