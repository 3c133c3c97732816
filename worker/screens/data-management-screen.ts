import { UNANSWERED_DAYS } from '../alerts/clean-up.ts'
import { LOG_DAYS, PERSON_DAYS } from '../asking/send-asks.ts'
import { CHECKOUT_DAYS, EVENT_DAYS } from '../billing/clean-up.ts'
import { businessChoicesQuery } from '../businesses/list.ts'
import { KEPT_RUNS, KEPT_DAYS as RUN_DAYS } from '../collection/run-store.ts'
import type { SignedInContext } from '../context.ts'
import { membershipsQuery, whatGoes } from '../erasure/request-deletion.ts'
import { ANONYMOUS_LOG_DAYS, ENDED_DAYS, SECURITY_LOG_DAYS } from '../identity/accounts/clean-up.ts'
import { KEPT_DAYS as ACTION_DAYS } from '../identity/log/record-action.ts'
import { HELD_DAYS } from '../imports/mail/held-mails.ts'
import { KEPT_DAYS as NOTIFICATION_DAYS } from '../notifications/notify.ts'
import { KEPT_DAYS as INVITATION_DAYS } from '../organizations/invite.ts'
import { MAIL_DAYS } from '../platform/deliver-mails.ts'
import { type DataManagementView, type RetentionRule, UNDO_DAYS } from '../rules/account-deletion.ts'
import { DELETED_KEPT_DAYS } from '../rules/businesses.ts'
import { KEPT_DAYS as WEBHOOK_DAYS } from '../webhooks/deliveries.ts'

/** Retention periods, from the constants that the deleting code uses. */
const RETENTION: readonly RetentionRule[] = [
  {
    what: 'Businesses, reviews with their former versions, responses, templates, widgets, reported reviews',
    kept: 'Until you delete them',
  },
  { what: 'A deleted business with its reviews', kept: days(DELETED_KEPT_DAYS) },
  { what: 'A deleted account and its organizations', kept: days(UNDO_DAYS) },
  { what: 'What members did (activity)', kept: days(ACTION_DAYS) },
  { what: 'Your security log', kept: days(SECURITY_LOG_DAYS) },
  { what: 'Security events not tied to an account', kept: days(ANONYMOUS_LOG_DAYS) },
  { what: 'Sessions, links and keys that have ended', kept: days(ENDED_DAYS) },
  { what: 'Collections', kept: `${days(RUN_DAYS)}; the last ${KEPT_RUNS} of each source for longer` },
  { what: 'Notifications', kept: days(NOTIFICATION_DAYS) },
  { what: 'Forwarded e-mails nobody decided on', kept: days(HELD_DAYS) },
  { what: 'E-mails to you that could not be delivered', kept: days(MAIL_DAYS) },
  { what: 'Invitations that have ended', kept: days(INVITATION_DAYS) },
  { what: 'Addresses of recipients who never confirmed', kept: days(UNANSWERED_DAYS) },
  { what: 'Checkouts', kept: days(CHECKOUT_DAYS) },
  { what: 'Names and addresses of people you asked for a review', kept: days(PERSON_DAYS) },
  { what: 'Log of requests for reviews, without names', kept: days(LOG_DAYS) },
  { what: 'Messages to your webhooks', kept: days(WEBHOOK_DAYS) },
  { what: 'Messages from the payment provider', kept: days(EVENT_DAYS) },
]

function days(count: number): string {
  return `${count} days`
}

export async function dataManagementScreen(ctx: SignedInContext): Promise<DataManagementView> {
  const own = { ...ctx, organization: ctx.session.organization }
  const [memberships, businesses] = await ctx.db.batch([membershipsQuery(ctx), businessChoicesQuery(own)])
  return { deletion: whatGoes(memberships), retention: RETENTION, businesses }
}
