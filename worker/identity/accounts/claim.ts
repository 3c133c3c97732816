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

export interface Claim {
  userId: string
  email: string
  /** What opens the account from now on; null where that is a provider alone. */
  passwordHash: string | null
  /** The maker's stays where it is left out or empty. */
  fullName?: string
  /** The maker's goes in any case: whoever keeps the picture sees who looks at it. */
  avatarUrl?: string | null
}

/**
 * Statements that give an account whose address nobody had proven to whoever has now, for the batch in which that
 * happens. Anybody may have made it, so every way into it goes: password, identities, second factor, sessions, tokens,
 * links, known devices; and by `ways_in_ended_at` what other folders keep (migrations/0014_proof.sql). What is stored in
 * it stays. Rolls the batch back where the address is proven already.
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
      .set({ email, ...(fullName && { fullName }), avatarUrl, updatedAt: now })
      .where(eq(profiles.id, userId)),
    ...(passwordHash === null
      ? []
      : [
          ctx.db.insert(passwordHistory).values({ id: ctx.createId(), userId, passwordHash, createdAt: now }),
        ]),
  ] as const
}
