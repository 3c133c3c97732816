import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import type { DueRecipient } from './due-recipients.ts'
import { mailFooter } from './mail-footer.ts'
import { pushToDevices } from './push/push-to-devices.ts'
import { unsubscribeLink } from './unsubscribe.ts'

/** More than a person reads in a mail; the others are on the screen it leads to. */
const MAX_REVIEWS = 10
const ALL_ASSIGNED = '/app/reviews?status=pending&assigned=me'

interface AssignedNotice {
  message: string
  /** Path of the review. */
  link: string
}

/** The notifications that tell somebody of reviews assigned to them. */
export function ofAssignee({ organizationId, userId }: Pick<DueRecipient, 'organizationId' | 'userId'>): SQL {
  return sql`FROM notifications WHERE user_id = ${userId} AND organization_id = ${organizationId}
    AND kind = 'review_assigned'`
}

/** What was assigned to them since they were told last. */
export function assignedQuery(ctx: BackgroundContext, recipient: DueRecipient) {
  return ctx.db.statement<AssignedNotice>(sql`SELECT message, link ${ofAssignee(recipient)}
    AND seq > ${recipient.alertAfter} ORDER BY seq LIMIT ${MAX_REVIEWS + 1}`)
}

/**
 * The mail and the push message about it; none where nothing was assigned, or they want none.
 *
 * @param guard under which they are stored
 */
export async function assignedNews(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  notices: readonly AssignedNotice[],
  guard: SQL,
) {
  const { organizationId, userId } = recipient
  const [first] = notices
  if (!first || userId === null || !recipient.isProven) return []
  const isOne = notices.length === 1
  const subject = isOne
    ? 'A review was assigned to you'
    : `${notices.length > MAX_REVIEWS ? `More than ${MAX_REVIEWS}` : notices.length} reviews were assigned to you`
  const push = {
    title: subject,
    body: first.message,
    path: isOne ? first.link : ALL_ASSIGNED,
    tag: `assigned-${first.link}`,
  }
  return [
    recipient.takesMail && (await mail(ctx, recipient, subject, notices, guard)),
    await pushToDevices(ctx, organizationId, userId, push, guard),
  ]
}

function mail(
  ctx: BackgroundContext,
  recipient: DueRecipient,
  subject: string,
  notices: readonly AssignedNotice[],
  guard: SQL,
) {
  const { APP_ORIGIN } = ctx.settings
  const { url, headers } = unsubscribeLink(ctx, recipient.id)
  const blocks = [
    { heading: subject },
    ...notices
      .slice(0, MAX_REVIEWS)
      .flatMap(({ message, link }) => [message, { label: 'Read and answer it', url: APP_ORIGIN + link }]),
    ...(notices.length > 1
      ? [{ label: 'All that are assigned to you', url: APP_ORIGIN + ALL_ASSIGNED }]
      : []),
    mailFooter('You get this mail when a colleague assigns a review to you.', APP_ORIGIN, url),
  ]
  return ctx.mail.prepare({ to: recipient.address, subject, blocks, kind: 'alert', headers }, guard)
}
