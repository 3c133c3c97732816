import type { Statement } from '#db/client.ts'
import type { Context } from '../../context.ts'
import { forgetSecondFactor } from '../factors/factors.ts'
import { forgetIdentities } from '../links/identity-links.ts'
import { forgetPasswords, recordPassword } from '../passwords/new-password.ts'
import { forgetDevices } from '../sessions/known-devices.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { endAccessTokens } from '../tokens/issue.ts'
import { type Claim, takeOver } from './account-store.ts'
import { endLinks } from './email-link.ts'

/** Type of `endCredentials`, injected because it needs modules that this folder may not import. */
export type EndCredentials = (ctx: Context, userId: string) => readonly Statement[]

/**
 * Statements that transfer an account with an unproven address to the person who has proven it. Anybody may have
 * created the account, so every credential is removed, and everything that acts for it without a session. Stored data
 * stays. The batch is rolled back if the address is already proven.
 */
export function claimStatements(ctx: Context, claim: Claim, endCredentials: EndCredentials) {
  const { userId, passwordHash } = claim
  return [
    ...endCredentials(ctx, userId),
    ...takeOver(ctx, claim),
    forgetPasswords(ctx, userId),
    forgetIdentities(ctx, userId),
    ...forgetSecondFactor(ctx, userId),
    endSessionsOf(ctx, userId),
    endAccessTokens(ctx, userId),
    endLinks(ctx, userId),
    forgetDevices(ctx, userId),
    ...(passwordHash === null ? [] : [recordPassword(ctx, userId, passwordHash)]),
  ] as const
}
