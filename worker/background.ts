import type { Message, MessageBatch } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { cleanUpAlerts } from './alerts/clean-up.ts'
import { deliverPushes } from './alerts/push/deliver-pushes.ts'
import { sendAlerts } from './alerts/send-alerts.ts'
import { sendDigests } from './alerts/send-digests.ts'
import { tellOfEnd } from './alerts/tell-of-end.ts'
import { cleanUpAsking, sendDueAsks } from './asking/send-asks.ts'
import { forgetOldBilling } from './billing/clean-up.ts'
import { checkDueBilling } from './billing/sync-billing.ts'
import { remindOfCases } from './cases/remind.ts'
import { forgetPlaceUsage } from './collection/place-usage.ts'
import { forgetOldRuns } from './collection/run-store.ts'
import { startDueRuns } from './collection/schedule.ts'
import { collect, giveUpRun } from './collection/step.ts'
import { resendLateSteps } from './collection/step-messages.ts'
import type { BackgroundContext } from './context.ts'
import { grantDueCredits } from './credits/credits.ts'
import type { CollectMessage } from './env.ts'
import { eraseDeletedBusinesses, eraseDueAccounts } from './erasure/erase.ts'
import { cleanUpIdentity } from './identity/accounts/clean-up.ts'
import { forgetOldActions } from './identity/log/record-action.ts'
import { cleanUpImports } from './imports/clean-up.ts'
import { checkDueAlarms } from './insights/alarms/check-due.ts'
import { lookUpDueTotals } from './insights/competitors/look-up-totals.ts'
import { sendAutomaticReplies } from './insights/drafts/automatic-replies.ts'
import { draftForAlert } from './insights/drafts/reply-drafts.ts'
import { forgetModelCalls } from './insights/drafts/rewrite/rewrite-draft.ts'
import { storeDueFindings } from './insights/findings/store-findings.ts'
import { readPage } from './insights/reading/read-page.ts'
import { askForReadings } from './insights/reading/readings.ts'
import { createDueReports } from './insights/reports/create-due.ts'
import { cleanUpReports } from './insights/reports/create-report.ts'
import { forgetOldNotifications } from './notifications/notify.ts'
import { recordTick } from './operation/instance.ts'
import { forgetOldSpeeds } from './operation/page-speed.ts'
import { watch } from './operation/watch.ts'
import { forgetOldInvitations } from './organizations/invite.ts'
import { deliverMails, forgetOldMails, MAX_MAILS_PER_TICK } from './platform/deliver-mails.ts'
import { logEvent, logFault } from './platform/log.ts'
import { forgetOldPostLinks } from './responses/post-links.ts'
import { postReply } from './responses/posting/post-reply.ts'
import { sendDuePosts } from './responses/posting/send-post.ts'
import { giveUpPost } from './responses/posting/settle-post.ts'
import { remindOfTargets } from './reviews/answer-targets.ts'
import { askForDueDeliveries } from './webhooks/announce.ts'
import { deliverWebhooks } from './webhooks/deliver.ts'
import { forgetOldDeliveries } from './webhooks/deliveries.ts'

/**
 * Runs every minute. Repeating a run changes nothing, and after a gap the next run catches up on everything due. A part
 * that fails is logged, doesn't stop the others, and is retried by the next tick.
 */
export async function tick(ctx: BackgroundContext): Promise<void> {
  const faults: string[] = []
  const part = <T>(name: string, work: () => Promise<T>) => guarded(name, work, faults)
  const started = await part('start', () => startDueRuns(ctx))
  const resent = await part('resend', () => resendLateSteps(ctx))
  const posts = await part('replies', () => sendDuePosts(ctx))
  const billing = await part('billing', () => checkDueBilling(ctx))
  const alarms = await part('alarms', () => checkDueAlarms(ctx))
  await part('answer targets', () => remindOfTargets(ctx))
  const alerts = await part('alerts', () => sendAlerts(ctx, draftForAlert))
  const digests = await part('digests', () => sendDigests(ctx))
  await part('end of a source', () => tellOfEnd(ctx))
  await part('asks', () => sendDueAsks(ctx))
  const webhooks = await part('webhooks', () => askForDueDeliveries(ctx))
  const readings = await part('readings', () => askForReadings(ctx))
  await part('findings', () => storeDueFindings(ctx))
  await part('pushes', () => deliverPushes(ctx))
  await part('credits', () => grantDueCredits(ctx))
  await part('identity', () => cleanUpIdentity(ctx))
  await part('imports', () => cleanUpImports(ctx))
  await part('notifications', () => forgetOldNotifications(ctx))
  await part('runs', () => forgetOldRuns(ctx))
  await part('old mails', () => forgetOldMails(ctx))
  await part('places', () => forgetPlaceUsage(ctx))
  await part('model calls', () => forgetModelCalls(ctx))
  await part('old alerts', () => cleanUpAlerts(ctx))
  await part('old asks', () => cleanUpAsking(ctx))
  await part('old links of alerts', () => forgetOldPostLinks(ctx))
  await part('invitations', () => forgetOldInvitations(ctx))
  await part('audit log', () => forgetOldActions(ctx))
  await part('old billing', () => forgetOldBilling(ctx))
  await part('old webhooks', () => forgetOldDeliveries(ctx))
  await part('automatic replies', () => sendAutomaticReplies(ctx))
  await part('cases', () => remindOfCases(ctx))
  await part('reports', () => createDueReports(ctx))
  await part('old page speeds', () => forgetOldSpeeds(ctx))
  await part('old reports', () => cleanUpReports(ctx))
  await part('competitors', () => lookUpDueTotals(ctx))
  await part('erasure', () => eraseDueAccounts(ctx))
  await part('deleted businesses', () => eraseDeletedBusinesses(ctx))
  await part('mails', () => deliverMails(ctx, MAX_MAILS_PER_TICK))
  await part('record of the tick', () => recordTick(ctx, faults))
  await part('operator', () => watch(ctx))
  logEvent('tick', { started, resent, posts, billing, alarms, alerts, digests, webhooks, readings })
}

async function guarded<T>(name: string, work: () => Promise<T>, faults: string[]): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    faults.push(name)
    logFault('tick_part_failed', error, { part: name })
    return null
  }
}

const CollectPage = v.object({
  version: v.literal(1),
  type: v.literal('collect-page'),
  runId: v.pipe(v.string(), v.uuid()),
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
const PostReply = v.object({
  version: v.literal(1),
  type: v.literal('post-reply'),
  reviewId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
const DeliverWebhooks = v.object({
  version: v.literal(1),
  type: v.literal('deliver-webhooks'),
  endpointId: v.pipe(v.string(), v.uuid()),
})
const ReadReviews = v.object({
  version: v.literal(1),
  type: v.literal('read-reviews'),
  organizationId: v.pipe(v.string(), v.uuid()),
})
const QueueMessage = v.variant('type', [CollectPage, PostReply, DeliverWebhooks, ReadReviews])

interface Handlers {
  collect(ctx: BackgroundContext, message: CollectMessage): Promise<void>
  post(ctx: BackgroundContext, reviewId: number): Promise<void>
}

const RETRY_SECONDS = [2, 10, 60] as const

/** Processes each message separately, so that a failed one doesn't redeliver the others. */
export async function consume(ctx: BackgroundContext, batch: MessageBatch<unknown>): Promise<void> {
  for (const message of batch.messages) await handle(ctx, message, { collect, post: postReply })
}

/**
 * Processes messages that failed every delivery. Ends their runs, and marks their replies as failed until a later
 * attempt. Tries webhooks and readings once more; the next tick requests whatever is still due.
 */
export async function consumeDead(ctx: BackgroundContext, batch: MessageBatch<unknown>): Promise<void> {
  for (const message of batch.messages) await handle(ctx, message, { collect: giveUpRun, post: giveUpPost })
}

/** An unreadable message can't succeed later, so it is logged and dropped. A failed one is retried later. */
async function handle(ctx: BackgroundContext, message: Message<unknown>, handlers: Handlers): Promise<void> {
  const parsed = v.safeParse(QueueMessage, message.body)
  if (!parsed.success) {
    logEvent('queue_message_unreadable', { messageId: message.id })
    return message.ack()
  }
  const { version: _, ...fields } = parsed.output
  try {
    await dispatch(ctx, parsed.output, handlers)
    message.ack()
  } catch (error) {
    logFault('queue_message_failed', error, { ...fields, attempt: message.attempts })
    message.retry({ delaySeconds: RETRY_SECONDS[message.attempts - 1] ?? 60 })
  }
}

function dispatch(
  ctx: BackgroundContext,
  message: v.InferOutput<typeof QueueMessage>,
  handlers: Handlers,
): Promise<unknown> {
  switch (message.type) {
    case 'collect-page':
      return handlers.collect(ctx, message)
    case 'post-reply':
      return handlers.post(ctx, message.reviewId)
    case 'deliver-webhooks':
      return deliverWebhooks(ctx, message.endpointId)
    case 'read-reviews':
      return readPage(ctx, message.organizationId)
    default:
      return message satisfies never
  }
}
