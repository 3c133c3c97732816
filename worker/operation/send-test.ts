import type { SignedInContext } from '../context.ts'
import { requireMail } from '../identity/accounts/mails.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { HOUR_MS } from '../rules/durations.ts'

const TESTS: Limit = {
  name: 'operator-tests-account',
  max: 5,
  windowMs: HOUR_MS,
  message: 'You have sent yourself 5 tests within an hour. Please wait a little.',
}

/** @throws DomainError `unavailable` if no mail can be sent, `too_many` */
export async function sendOperatorTest(ctx: SignedInContext): Promise<void> {
  requireMail(ctx)
  const { user } = ctx.session
  await requireTry(ctx, TESTS, user.id)
  const mail = await ctx.mail.prepare({
    to: user.email,
    subject: 'Test: mails of your instance arrive',
    blocks: ['Hello,', 'You asked for this mail to check that mails of your instance arrive.'],
    kind: 'test',
  })
  await mail.statement
}
