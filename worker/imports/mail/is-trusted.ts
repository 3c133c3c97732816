import { and, eq, isNotNull } from 'drizzle-orm'
import { organizationUsers, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { emailKey } from '../../rules/auth.ts'
import { can } from '../../rules/permissions.ts'
import type { ReadMail } from './read-mime.ts'
import type { MailedReview } from './review-in.ts'

/**
 * Whether the review of a mail is taken without asking: the platform's own mail came as it was sent, or a member who may
 * add reviews has forwarded it from their proven address. What a stranger forwards says only who the stranger is.
 *
 * @param mail the one that came, around whatever is quoted in it or attached to it
 */
export async function isTrusted(
  ctx: BackgroundContext,
  organizationId: string,
  mail: ReadMail | undefined,
  found: MailedReview,
): Promise<boolean> {
  if (found.isConfirmed) return true
  if (!mail?.isConfirmed) return false
  const members = await ctx.db
    .select({ role: organizationUsers.role })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .where(
      and(
        eq(users.emailKey, emailKey(mail.from)),
        isNotNull(users.emailVerifiedAt),
        eq(organizationUsers.organizationId, organizationId),
        eq(organizationUsers.isActive, true),
      ),
    )
  return members.some(({ role }) => can(role, 'reviews.import'))
}
