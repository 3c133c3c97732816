import { timingSafeEqual } from 'node:crypto'
import type { BackgroundContext, SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { logEvent } from '../platform/log.ts'
import { keyedHash } from '../platform/seal.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type { ClaimInput } from '../rules/operation.ts'
import { becomeOperator } from './instance.ts'

const LINK_REFUSED =
  'This link has expired, or somebody operates this instance already. A new one is in the log, if there is any.'

/**
 * Logs a link that makes whoever opens it the operator, unless there is one. Only people with access to the
 * deployment's log can use it.
 */
export function logOperatorLink(ctx: BackgroundContext): void {
  const token = tokenOf(ctx, hourOf(ctx.now()))
  logEvent('operator_link', { url: `${ctx.settings.APP_ORIGIN}/app/operator?claim=${token}` })
}

/**
 * Makes the caller the operator, by the link logged in this hour or the previous one.
 *
 * @throws DomainError `not_found` for any other link, and if there is an operator
 */
export async function claimOperation(ctx: SignedInContext, { token }: ClaimInput): Promise<void> {
  const hour = hourOf(ctx.now())
  const isKnown = [hour, hour - 1].some((one) => isSame(tokenOf(ctx, one), token))
  if (!isKnown || !(await becomeOperator(ctx, ctx.session.user.id)))
    throw new DomainError('not_found', LINK_REFUSED)
  logEvent('operator_claimed', { userId: ctx.session.user.id })
}

function hourOf(now: number): number {
  return Math.floor(now / HOUR_MS)
}

function tokenOf({ settings }: BackgroundContext, hour: number): string {
  return keyedHash(settings.SESSION_SECRET, 'operator-link', String(hour))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
