import { sql } from 'drizzle-orm'
import { batch, literal } from '#db/client.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import type { ActingContext, BackgroundContext } from '../context.ts'
import { actingFor } from '../organizations/membership.ts'
import { logFault } from '../platform/log.ts'
import type { MailBlock } from '../platform/mail-layout.ts'
import { makePostLink } from '../responses/post-links.ts'
import type { PushMessage } from '../rules/alerts.ts'
import { may } from '../rules/permissions.ts'
import { hasFeature } from '../rules/plans.ts'
import { type OfferedDraft, postLabel } from '../rules/post-links.ts'
import { NEWS_MS } from '../rules/reviews.ts'
import { type DueRecipient, isShownTo, moveOn, serveDue, whileStillDue } from './due-recipients.ts'
import { noticeNews, noticeQueries } from './notices.ts'
import { pushToDevices } from './push/devices.ts'
import { placeOf, quoteOf, type ReviewInMail, reviewBlock, reviewPath, starsFrom } from './review-in-mail.ts'
import { quietUntil } from './schedule.ts'
import { mailFooter, unsubscribeLink } from './unsubscribe.ts'

const DUE = 'nextAlertAt'
const MAX_REVIEWS = 10

interface AlertedReview extends ReviewInMail {
  total: number
}

/**
 * Notifies recipients of new reviews with few stars, of assignments and of alarms, by email and push. An alert about
 * one review offers its draft, if there is one. Whatever comes in during quiet hours is sent in one mail when they end.
 * Part of the minute's tick.
 */
export function sendAlerts(ctx: BackgroundContext, draftFor?: DraftFor): Promise<number> {
  return serveDue(ctx, DUE, (recipient) => sendAlert(ctx, recipient, draftFor))
}

/** Drafts a reply to a review in a member's name; null if a person has to write it. */
type DraftFor = (ctx: ActingContext, reviewId: number) => Promise<OfferedDraft | null>

async function sendAlert(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  draftFor?: DraftFor,
): Promise<void> {
  const quietEnd = quietUntil(recipient, ctx.now())
  if (quietEnd !== null) {
    await moveOn(ctx, recipient, DUE, { nextAlertAt: quietEnd })
    return
  }
  const [newest, found, ...notices] = await ctx.db.batch([
    newestQuery(ctx, recipient),
    reviewsQuery(ctx, recipient),
    ...noticeQueries(ctx, recipient),
  ])
  const reviews = found.results
  const guard = whileStillDue(recipient, DUE)
  const hasNews = reviews.length > 0 && recipient.isProven
  const offer = hasNews && draftFor ? await offerDraft(ctx, recipient, reviews, draftFor) : null
  const news = hasNews
    ? [
        offer,
        recipient.takesMail && (await alertMail(ctx, recipient, reviews, offer)),
        recipient.userId !== null &&
          (await pushToDevices(
            ctx,
            recipient.organizationId,
            recipient.userId,
            pushOf(reviews, offer),
            guard,
          )),
      ]
    : []
  news.push(...(await noticeNews(ctx, recipient, notices, guard)))
  await batch(ctx.db, [
    ...news.flatMap((one) => (one ? [one.statement] : [])),
    lookAgain(ctx, recipient, Math.max(newest.results[0]?.seq ?? 0, recipient.alertAfter)),
  ])
}

/** Query for the latest notification; the alert covers everything up to it. */
function newestQuery(ctx: BackgroundContext, { organizationId }: DueRecipient) {
  return ctx.db.statement<{ seq: number | null }>(
    sql`SELECT max(seq) AS seq FROM notifications WHERE organization_id = ${organizationId}`,
  )
}

function reviewsQuery(ctx: BackgroundContext, recipient: DueRecipient) {
  const { organizationId, alertAfter, alertStars } = recipient
  // Reviews first stored by a run count as first seen when the run was created.
  return ctx.db.statement<AlertedReview>(sql`SELECT *, count(*) OVER () AS total FROM (SELECT DISTINCT reviews.id AS id, businesses.name AS businessName, reviews.platform AS platform,
        ${platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)} AS platformName,
        reviews.author_name AS authorName, reviews.rating AS rating, reviews.review_text AS reviewText, reviews.url AS url
      FROM notifications
      CROSS JOIN scrape_runs AS run ON run.id = notifications.run_id AND run.organization_id = ${organizationId}
      CROSS JOIN reviews ON reviews.business_id = run.business_id AND reviews.scraped_at = run.created_at
        AND reviews.platform = run.platform AND reviews.organization_id = ${organizationId}
      CROSS JOIN businesses ON businesses.id = run.business_id AND businesses.is_sample = 0
        AND ${isShownTo(recipient)}
      WHERE notifications.organization_id = ${organizationId} AND notifications.seq > ${alertAfter}
        AND notifications.run_id IS NOT NULL
        AND reviews.rating <= ${alertStars} AND reviews.responded = 0 AND reviews.removed_at IS NULL
        AND coalesce(reviews.review_date, reviews.scraped_at) >= run.created_at - ${NEWS_MS})
      ORDER BY rating, id DESC LIMIT ${literal(MAX_REVIEWS)}`)
}

/** Ends the current alert. If it doesn't cover all notifications, the recipient is due again at once. */
function lookAgain(ctx: BackgroundContext, recipient: DueRecipient, alertAfter: number) {
  const isMore = sql`EXISTS (SELECT 1 FROM notifications
    WHERE organization_id = ${recipient.organizationId} AND seq > ${alertAfter})`
  const nextAlertAt = sql`CASE WHEN ${isMore} THEN ${ctx.now()} END`
  return moveOn(ctx, recipient, DUE, { alertAfter, nextAlertAt })
}

type Offer = NonNullable<Awaited<ReturnType<typeof offerDraft>>>

/** The draft for the review of an alert, if the recipient may post or suggest it. */
async function offerDraft(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  [review, ...others]: readonly AlertedReview[],
  draftFor: DraftFor,
) {
  const { organizationId, userId, address } = recipient
  if (!review || others.length > 0 || userId === null) return null
  try {
    const acting = await actingFor(ctx, organizationId, userId)
    if (!acting || !may(acting.organization, 'reviews.answer')) return null
    if (!hasFeature(acting.organization.plan, 'hasAIInsights')) return null
    const draft = await draftFor(acting, review.id)
    if (!draft) return null
    const to = { userId, email: address, reviewId: review.id, draftId: draft.id }
    const link = await makePostLink(acting, to, whileStillDue(recipient, DUE))
    return { ...link, text: draft.text, label: postLabel(acting.organization) }
  } catch (cause) {
    logFault('draft_not_offered', cause, { recipientId: recipient.id })
    return null
  }
}

async function alertMail(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  reviews: readonly AlertedReview[],
  offer: Offer | null,
) {
  const { APP_ORIGIN } = ctx.settings
  const { url, headers } = unsubscribeLink(ctx, recipient.id)
  const hasAccount = recipient.userId !== null
  const blocks: MailBlock[] = [
    // A single review's subject already has everything.
    ...(reviews.length > 1 ? [{ heading: alertSubject(reviews) }] : []),
    ...reviews.map((review) => reviewBlock(review, hasAccount ? APP_ORIGIN : null)),
    ...(offer
      ? [`A draft of your reply:\n${offer.text}`, { label: offer.label, url: APP_ORIGIN + offer.path }]
      : []),
    ...(hasAccount && reviews.length > 1
      ? [{ label: 'All reviews that need an answer', url: `${APP_ORIGIN}/app/reviews?status=pending` }]
      : []),
    mailFooter(
      recipient.alertStars === 5
        ? 'You get this e-mail right away for every new review.'
        : `You get this e-mail right away for new reviews with ${starsOrFewer(recipient.alertStars)}.`,
      hasAccount ? APP_ORIGIN : null,
      url,
    ),
  ]
  const mail = {
    to: recipient.address,
    subject: alertSubject(reviews),
    blocks,
    kind: 'alert',
    headers,
  } as const
  return ctx.mail.prepare(mail, whileStillDue(recipient, DUE))
}

function starsOrFewer(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars or fewer`
}

/** '2 stars from Alex Marlow – Corner Shop, Google'; '3 new reviews, 1 star the lowest'. */
function alertSubject([first]: readonly AlertedReview[]): string {
  if (!first) return ''
  if (first.total === 1) return `${starsFrom(first)} – ${placeOf(first)}`
  return `${first.total} new reviews need an answer – the lowest: ${starsFrom(first)}`
}

function pushOf(reviews: readonly AlertedReview[], offer: Offer | null): PushMessage {
  const [first] = reviews
  if (!first) throw new Error('an alert is about a review')
  return {
    title: alertSubject(reviews),
    body: quoteOf(first) || placeOf(first),
    path: reviews.length === 1 ? reviewPath(first) : '/app/reviews?status=pending',
    tag: `review-${first.id}`,
    ...(offer && { action: { label: offer.label, path: offer.path } }),
  }
}
