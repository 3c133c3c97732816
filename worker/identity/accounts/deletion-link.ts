import { and, eq, gt } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { accountDeletions, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { Settings } from '../../env.ts'
import { DomainError } from '../../errors.ts'
import { keyedHash } from '../../platform/seal.ts'
import { KEEP_ACCOUNT_PATH, type KeepAccountToken } from '../../rules/account-deletion.ts'

type Deletion = Pick<typeof accountDeletions.$inferSelect, 'userId' | 'requestedAt'>
type Secrets = Pick<Settings, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/**
 * Path of the page where a deletion can be undone, with the account's id and a signature. The link is valid for this
 * deletion only and can do nothing else.
 */
export function keepAccountPath({ SESSION_SECRET }: Secrets, deletion: Deletion): string {
  return `${KEEP_ACCOUNT_PATH}?token=${deletion.userId}.${proofOf(SESSION_SECRET, deletion)}`
}

function proofOf(secret: string, { userId, requestedAt }: Deletion): string {
  return keyedHash(secret, 'keep account', `${userId} ${requestedAt}`)
}

/** The pending deletion that a link belongs to. @throws DomainError `not_found` if it can't be undone any more */
export async function requireDeletion(ctx: Context, { token }: KeepAccountToken) {
  const { SESSION_SECRET, SESSION_SECRET_PREVIOUS } = ctx.settings
  const [userId = '', proof] = token.split('.')
  const [deletion] = await ctx.db
    .select({ ...columns(accountDeletions, 'userId', 'requestedAt', 'eraseAt'), email: users.email })
    .from(accountDeletions)
    .innerJoin(users, eq(users.id, accountDeletions.userId))
    .where(and(eq(accountDeletions.userId, userId), gt(accountDeletions.eraseAt, ctx.now())))
  const isOurs = [SESSION_SECRET, SESSION_SECRET_PREVIOUS].some(
    (secret) => secret !== undefined && deletion && proof === proofOf(secret, deletion),
  )
  if (!deletion || !isOurs) throw deletionOver()
  return deletion
}

export function deletionOver(): DomainError {
  return new DomainError(
    'not_found',
    'This link no longer works: the account was kept, or it has been erased for good.',
  )
}
