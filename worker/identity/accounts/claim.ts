import { and, eq, isNull } from 'drizzle-orm'
import {
  accessTokens,
  emailLinks,
  knownDevices,
  mfaChallenges,
  mfaFactors,
  mfaRecoveryCodes,
  passwordHistory,
  profiles,
  sessions,
  userIdentities,
  users,
} from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { onlyIfChanged } from '../../platform/all-or-nothing.ts'
import { recordPassword } from '../passwords/new-password.ts'

interface Claim {
  userId: string
  email: string
  /** Null where only a provider opens the account from now on. */
  passwordHash: string | null
  /** The former name stays where this is left out or empty. */
  fullName?: string
  /** The former picture goes in any case: whoever hosts it sees who looks at it. */
  avatarUrl?: string | null
}

/**
 * The statements that give an account with an unproven address to the person who has proven it. Anybody may have made
 * the account, so every credential goes: password, identities, second factor, sessions, tokens, links, known devices; and
 * `ways_in_ended_at` ends those of other folders (migrations/0014_proof.sql). Stored data stays. The batch is rolled back
 * where the address is proven already.
 */
export function claimStatements(ctx: Context, claim: Claim) {
  const { userId, email, passwordHash, fullName, avatarUrl = null } = claim
  const now = ctx.now()
  return [
    ctx.db
      .update(users)
      .set({
        email,
        emailVerifiedAt: now,
        passwordHash,
        passwordChangedAt: now,
        mustChangePassword: false,
        waysInEndedAt: now,
        updatedAt: now,
      })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt))),
    onlyIfChanged(ctx),
    ...[
      passwordHistory,
      userIdentities,
      mfaFactors,
      mfaRecoveryCodes,
      mfaChallenges,
      sessions,
      accessTokens,
      emailLinks,
      knownDevices,
    ].map((table) => ctx.db.delete(table).where(eq(table.userId, userId))),
    ctx.db
      .update(profiles)
      .set({ email, fullName: fullName || undefined, avatarUrl, updatedAt: now })
      .where(eq(profiles.id, userId)),
    ...(passwordHash === null ? [] : [recordPassword(ctx, userId, passwordHash)]),
  ] as const
}
