import { type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS } from '../rules/durations.ts'
import { hasFeature } from '../rules/plans.ts'
import { type DueRecipient, isShownTo } from './due-recipients.ts'
import { pushToDevices } from './push/devices.ts'
import { REVIEW_PATH, type ReviewInMail, reviewBlock } from './review-in-mail.ts'
import { mailFooter, unsubscribeLink } from './unsubscribe.ts'

const MAX_NOTICES = 10
/** Maximum age of alarms and due replies in a mail, so that people who switch alarms on aren't sent older ones. */
const ALARM_NEWS_DAYS = 3

interface Notice {
  message: string
  link: string
  businessName: string
  /** The assigned review; null for an alarm or several reviews, and if the review is gone. */
  review: string | null
  total: number
}

interface NoticeKind {
  subject(notices: readonly Notice[], total: number): string
  label: string
  all: { label: string; path: string }
  why: string
}

const ASSIGNED: NoticeKind = {
  subject: (notices, total) => {
    // One notification may be about several reviews.
    if (notices.some(({ review }) => review === null)) return 'Reviews were assigned to you'
    return total === 1 ? 'A review was assigned to you' : `${total} reviews were assigned to you`
  },
  label: 'Reply',
  all: { label: 'All reviews assigned to you', path: '/app/reviews?status=pending&assigned=me' },
  why: 'You get this e-mail when a colleague assigns a review to you.',
}

const ALARMS: NoticeKind = {
  subject: ([first], total) => {
    const news = first ? firstSentence(first) : ''
    return total === 1 ? news : `${news} – and ${total - 1} more`
  },
  label: 'See the reviews behind it',
  all: { label: 'Open AI Insights', path: '/app/ai-insights' },
  why: 'You get this e-mail when something unusual happens.',
}

/** 'St. Mary’s Deli: 8 guests complained'. A business's name may contain a full stop. */
export function firstSentence({ message, businessName }: Pick<Notice, 'message' | 'businessName'>): string {
  const name = message.startsWith(`${businessName}: `) ? `${businessName}: ` : ''
  const [sentence = ''] = message.slice(name.length).split(/\.(?:\s|$)/)
  return name + sentence
}

const DUE: NoticeKind = {
  subject: ([first], total) =>
    total === 1 && first ? `Answers due soon: ${first.businessName}` : 'Answers due soon',
  label: 'Answer them',
  all: { label: 'All reviews that are due', path: '/app/reviews?due=due' },
  why: 'You get this e-mail when reviews need an answer soon to keep the target of a location.',
}

const MENTIONS: NoticeKind = {
  subject: (_, total) =>
    total === 1 ? 'A colleague mentioned you in a note' : `Colleagues mentioned you in ${total} notes`,
  label: 'Open the review',
  all: { label: 'All reviews', path: '/app/reviews' },
  why: 'You get this e-mail when a colleague mentions you in a note on a review.',
}

/** Order in which alarms about the number of reviews come after alarms about what the reviews say. */
const WORST_FIRST = sql`(SELECT alarms.kind IN ('many_reviews', 'few_reviews') FROM alarms
  WHERE alarms.id = substr(notifications.dedupe_key, length('alarm:') + 1)), seq`

/** All kinds of notices, in the order of `noticeQueries`. */
const KINDS = [ASSIGNED, ALARMS, DUE, MENTIONS] as const

/** Queries for notices that the recipient hasn't been sent yet, one per kind; for a batch. */
export function noticeQueries(ctx: BackgroundContext, recipient: DueRecipient) {
  const { organizationId, userId, alertAfter } = recipient
  const notices = (where: SQL, order = sql`seq`) =>
    ctx.db.statement<Notice>(sql`SELECT message, link, businesses.name AS businessName,
        count(*) OVER () AS total,
        iif(reviews.id IS NULL, NULL, json_object('id', reviews.id, 'businessName', businesses.name, 'platform', reviews.platform,
          'platformName', ${platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)},
          'authorName', reviews.author_name, 'rating', reviews.rating, 'reviewText', reviews.review_text, 'url', reviews.url))
          AS review
      FROM notifications
      CROSS JOIN businesses ON businesses.id = notifications.business_id
        AND businesses.organization_id = ${organizationId} AND ${isShownTo(recipient)}
      LEFT JOIN reviews ON notifications.kind IN ('review_assigned', 'note_mention')
        AND reviews.id = CAST(substr(link, ${REVIEW_PATH.length + 1}) AS INTEGER)
        AND reviews.business_id = notifications.business_id
      WHERE notifications.organization_id = ${organizationId} AND seq > ${alertAfter} AND ${where}
      ORDER BY ${order} LIMIT ${literal(MAX_NOTICES)}`)
  const getsAlarms = userId !== null && recipient.takesAlarms && hasFeature(recipient.plan, 'hasAIInsights')
  return [
    notices(sql`notifications.user_id = ${userId} AND kind = 'review_assigned'`),
    notices(
      sql`${Number(getsAlarms)} AND kind = 'alarm'
      AND notifications.created_at >= ${ctx.now() - ALARM_NEWS_DAYS * DAY_MS}`,
      WORST_FIRST,
    ),
    notices(sql`${Number(userId !== null && recipient.takesAlarms)} AND kind = 'reply_due'
      AND notifications.created_at >= ${ctx.now() - ALARM_NEWS_DAYS * DAY_MS}`),
    notices(sql`notifications.user_id = ${userId} AND kind = 'note_mention'`),
  ] as const
}

/**
 * Statements that store an email (unless the recipient has switched emails off) and push messages for each kind that
 * has notices.
 *
 * @param rows results of `noticeQueries`, in the same order
 * @param guard condition under which they are stored
 */
export async function noticeNews(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  notices: readonly { results: Notice[] }[],
  guard: SQL,
) {
  const news = await Promise.all(
    KINDS.map((kind, index) =>
      newsOf(ctx, recipient, { kind, notices: notices[index]?.results ?? [] }, guard),
    ),
  )
  return news.flat()
}

interface News {
  kind: NoticeKind
  notices: readonly Notice[]
}

async function newsOf(ctx: BackgroundContext, recipient: DueRecipient, news: News, guard: SQL) {
  const { kind, notices } = news
  const { organizationId, userId } = recipient
  const [first] = notices
  if (!first || userId === null || !recipient.isProven) return []
  const subject = kind.subject(notices, first.total)
  const push = {
    title: subject,
    body: first.message,
    path: notices.length === 1 ? first.link : kind.all.path,
    tag: `notice-${first.link}`,
  }
  return [
    recipient.takesMail && (await mail(ctx, recipient, subject, news, guard)),
    await pushToDevices(ctx, organizationId, userId, push, guard),
  ]
}

function mail(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  subject: string,
  { kind, notices }: News,
  guard: SQL,
) {
  const { APP_ORIGIN } = ctx.settings
  const { url, headers } = unsubscribeLink(ctx, recipient.id)
  const blocks = [
    { heading: subject },
    ...notices.flatMap(({ message, link, review }) => [
      message,
      review === null
        ? { label: kind.label, url: APP_ORIGIN + link }
        : // Safe: written by the statement above.
          reviewBlock(JSON.parse(review) as ReviewInMail, APP_ORIGIN),
    ]),
    ...(notices.length > 1 || kind === ALARMS
      ? [{ label: kind.all.label, url: APP_ORIGIN + kind.all.path }]
      : []),
    mailFooter(kind.why, APP_ORIGIN, url),
  ]
  return ctx.mail.prepare({ to: recipient.address, subject, blocks, kind: 'alert', headers }, guard)
}
