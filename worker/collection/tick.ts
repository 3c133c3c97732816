import type { BackgroundContext } from '../context.ts'
import { cleanUpIdentity } from '../identity/accounts/clean-up.ts'
import { cleanUpArrivals } from '../imports/clean-up.ts'
import { forgetOldNotifications } from '../notifications/forget-old.ts'
import { deliverMails } from '../platform/deliver-mails.ts'
import { forgetOldMails } from '../platform/forget-mails.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { sendDuePosts } from '../responses/posting/send-post.ts'
import { forgetOldRuns } from './forget-old-runs.ts'
import { forgetPlaceUsage } from './place-usage.ts'
import { startDueRuns } from './start-due.ts'
import { resendLateSteps } from './sweep.ts'

/**
 * What happens every minute: start what is due, send again what got lost, go on with replies on their way, drop what has
 * ended, deliver mails. Doing it twice does nothing the second time, and after a gap it takes all that is due. A part that fails is logged, holds up none
 * of the others, and is done by the next tick.
 */
export async function tick(ctx: BackgroundContext): Promise<void> {
  const started = await part('start', () => startDueRuns(ctx))
  const resent = await part('resend', () => resendLateSteps(ctx))
  const posts = await part('replies', () => sendDuePosts(ctx))
  await part('identity', () => cleanUpIdentity(ctx))
  await part('imports', () => cleanUpArrivals(ctx))
  await part('notifications', () => forgetOldNotifications(ctx))
  await part('runs', () => forgetOldRuns(ctx))
  await part('old mails', () => forgetOldMails(ctx))
  await part('places', () => forgetPlaceUsage(ctx))
  await part('mails', () => deliverMails(ctx))
  logEvent('tick', { started, resent, posts })
}

async function part<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    logFault('tick_part_failed', error, { part: name })
    return null
  }
}
