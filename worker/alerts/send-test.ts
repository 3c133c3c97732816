import { sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { requireMail } from '../identity/accounts/mails.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { pushToDevices } from './push/push-to-devices.ts'

const TESTS: Limit = {
  name: 'test-mails-account',
  max: 5,
  windowMs: HOUR_MS,
  message: 'You have sent yourself 5 tests within an hour. Please wait a little.',
}

/**
 * A mail to the caller, and a message to each of their devices, to see that they arrive.
 *
 * @throws DomainError `email_not_verified`, `too_many`
 */
export async function sendTest(ctx: MemberContext): Promise<void> {
  requireVerified(ctx)
  requireMail(ctx)
  const { user } = ctx.session
  await requireTry(ctx, TESTS, user.id)
  const mail = await ctx.mail.prepare({
    to: user.email,
    subject: 'Test: your review e-mails arrive',
    blocks: [
      'Hello,',
      'You asked for this e-mail to check that it arrives. Alerts and digests come from the same sender.',
      { label: 'Change what you get', url: `${ctx.settings.APP_ORIGIN}/app/notifications` },
    ],
    kind: 'test',
  })
  const message = {
    title: 'Test: messages arrive here',
    body: 'New reviews will be announced the same way.',
    path: '/app/notifications',
    tag: 'test',
  }
  const push = await pushToDevices(ctx, ctx.organization.id, user.id, message, sql`1`)
  await ctx.db.batch([mail.statement, push.statement])
}
