import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { accountDeletions } from '#db/schema/index.ts'
import { cancelPlan } from '../billing/change-plan.ts'
import { resumeSources, suspendSources } from '../businesses/source-state.ts'
import type { Context, MemberContext, SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { deletionOver, keepAccountPath, requireDeletion } from '../identity/accounts/deletion-link.ts'
import { endLinks } from '../identity/accounts/email-link.ts'
import { ACCOUNT_MAILS, accountMail } from '../identity/accounts/mails.ts'
import { endChallengesOf } from '../identity/factors/challenge.ts'
import { audit } from '../identity/log/audit.ts'
import { requireRecentLogin } from '../identity/sessions/require-proof.ts'
import { endSessionsOf, sessionCookie } from '../identity/sessions/session-store.ts'
import { endAccessTokens } from '../identity/tokens/issue.ts'
import { endInvitations } from '../organizations/invite.ts'
import { leaveStatements } from '../organizations/members.ts'
import { requireMembership } from '../organizations/membership.ts'
import { ifRolledBack, onlyIfChanged, onlyWhile } from '../platform/all-or-nothing.ts'
import { freeReviews } from '../reviews/assign.ts'
import {
  type DeletionPreview,
  type KeepAccountToken,
  type PendingDeletion,
  UNDO_DAYS,
} from '../rules/account-deletion.ts'
import { DAY_MS, iso, utcDay } from '../rules/durations.ts'
import { endCredentials } from './end-credentials.ts'

const CHANGED =
  'The members of one of your organizations have just changed. Check again what will be deleted.'

/**
 * Deletes the caller's account: everything stops at once, and after a grace period of two weeks the tick erases it
 * (`erase.ts`). Memberships in other organizations, keys and forwarding addresses end permanently. A plan ends with its
 * paid period or with the erasure.
 *
 * @returns end of the grace period
 * @throws DomainError `recent_login_needed`; `conflict` if a shared organization would be left without an owner;
 * `unavailable` if a plan can't be ended now
 */
export async function requestDeletion(ctx: SignedInContext): Promise<{ eraseAt: string }> {
  requireRecentLogin(ctx)
  const { goes, leaves, needsOwner } = whatGoes(await membershipsQuery(ctx))
  if (needsOwner[0]) {
    const { name } = needsOwner[0]
    throw new DomainError('conflict', `Make somebody else the owner of ${name} first, under Team.`)
  }
  const left = await Promise.all(leaves.map(({ id }) => requireMembership(ctx, id)))
  // Steps that can be refused come first: by a person who has joined, then by the payment provider. A second request
  // continues from there.
  await closeOrganizations(
    ctx,
    goes.map(({ id }) => id),
  )
  for (const { id, hasPlan } of goes) {
    if (hasPlan) await cancelPlan({ ...ctx, organization: await requireMembership(ctx, id) })
  }
  const eraseAt = await closeAccount(ctx, goes, left)
  for (const { id } of left) await audit(ctx, 'member_left', 'done', { organizationId: id })
  ctx.answerHeaders.append('set-cookie', sessionCookie.clear(ctx.settings.APP_ORIGIN))
  ctx.answerHeaders.set('clear-site-data', '"cache", "storage"')
  await audit(ctx, 'account_deleted', 'done')
  return { eraseAt: iso(eraseAt) }
}

/** Ends all invitations to the organizations. @throws DomainError `conflict` if somebody has joined one meanwhile */
async function closeOrganizations(ctx: SignedInContext, organizationIds: string[]): Promise<void> {
  const isTheirs = sql`own.organization_id IN (SELECT value FROM json_each(${JSON.stringify(organizationIds)}))`
  await ctx.db
    .batch([onlyWhile(ctx, isAlone(ctx, isTheirs)), endInvitations(ctx, organizationIds)])
    .catch(ifRolledBack(() => new DomainError('conflict', CHANGED)))
}

/** True if none of the caller's organizations that match `condition` has other members. */
function isAlone({ session }: SignedInContext, condition: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM organization_users AS own JOIN organization_users AS other
      ON other.organization_id = own.organization_id AND other.is_active = 1 AND other.user_id <> own.user_id
    WHERE own.user_id = ${session.user.id} AND own.is_active = 1 AND ${condition})`
}

/** @param left the organizations of others, which the caller leaves in the same batch */
async function closeAccount(
  ctx: SignedInContext,
  goes: { id: string }[],
  left: MemberContext['organization'][],
): Promise<number> {
  const { id: userId, email } = ctx.session.user
  const now = ctx.now()
  const eraseAt = now + UNDO_DAYS * DAY_MS
  const path = keepAccountPath(ctx.settings, { userId, requestedAt: now })
  const url = ctx.settings.APP_ORIGIN + path
  // A concurrent second request changes nothing, and its link would differ.
  const isFirst = sql`changes() > 0`
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.accountDeleted(url, utcDay(eraseAt)), isFirst)
  const organizationIds = goes.map(({ id }) => id)
  await batch(ctx.db, [
    ...left.flatMap((organization) => leaveStatements({ ...ctx, organization }, freeReviews)),
    onlyWhile(ctx, isAlone(ctx, sql`1`)),
    ctx.db
      .insert(accountDeletions)
      .values({ userId, requestedAt: now, eraseAt, dueAt: eraseAt })
      .onConflictDoNothing(),
    mail.statement,
    // Those made since the organizations were closed.
    endInvitations(ctx, organizationIds),
    ...endCredentials(ctx, userId),
    endAccessTokens(ctx, userId),
    endChallengesOf(ctx, userId),
    endLinks(ctx, userId),
    endSessionsOf(ctx, userId),
    ...suspendSources(ctx, organizationIds),
  ]).catch(ifRolledBack(() => new DomainError('conflict', CHANGED)))
  return eraseAt
}

/** The account of a deletion link, and the end of its grace period. @throws DomainError `not_found` */
export async function getDeletion(ctx: Context, input: KeepAccountToken): Promise<PendingDeletion> {
  const { email, eraseAt } = await requireDeletion(ctx, input)
  return { email, eraseAt: iso(eraseAt) }
}

/**
 * Undoes the deletion of an account: its owner can sign in again, and collecting resumes. Opens no session.
 *
 * @throws DomainError `not_found`
 */
export async function keepAccount(ctx: Context, input: KeepAccountToken): Promise<void> {
  const { userId, email } = await requireDeletion(ctx, input)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.accountKept)
  await ctx.db
    .batch([
      ctx.db
        .delete(accountDeletions)
        .where(and(eq(accountDeletions.userId, userId), gt(accountDeletions.eraseAt, ctx.now()))),
      onlyIfChanged(ctx),
      resumeSources(ctx, userId),
      mail.statement,
    ])
    .catch(ifRolledBack(deletionOver))
  await audit(ctx, 'account_kept', 'done', { userId, organizationId: null })
}

interface Row {
  id: string
  name: string
  role: string
  members: number
  owners: number
  businesses: number
  reviews: number
  hasPlan: number
}

/** Lists what is deleted with the caller's account. @param results rows of `membershipsQuery` */
export function whatGoes({ results }: { results: Row[] }): DeletionPreview {
  const shared = results.filter(({ members }) => members > 1)
  const isLastOwner = ({ role, owners }: Row) => role === 'owner' && owners === 1
  return {
    goes: results
      .filter(({ members }) => members === 1)
      .map(({ id, name, businesses, reviews, hasPlan }) => ({
        ...{ id, name, businesses, reviews },
        hasPlan: hasPlan === 1,
      })),
    leaves: shared.filter((row) => !isLastOwner(row)).map(({ id, name }) => ({ id, name })),
    needsOwner: shared.filter(isLastOwner).map(({ id, name }) => ({ id, name })),
  }
}

/** Reviews are counted from the daily rows; sample reviews don't count. */
export function membershipsQuery(ctx: SignedInContext) {
  return ctx.db.statement<Row>(sql`
    SELECT organization.id, organization.name, own.role,
      (SELECT count(*) FROM organization_users AS member
        WHERE member.organization_id = organization.id AND member.is_active = 1) AS members,
      (SELECT count(*) FROM organization_users AS member
        WHERE member.organization_id = organization.id AND member.is_active = 1 AND member.role = 'owner') AS owners,
      (SELECT count(*) FROM businesses WHERE businesses.organization_id = organization.id AND is_sample = 0) AS businesses,
      (SELECT coalesce(sum(review_count), 0) FROM review_daily_stats JOIN businesses ON businesses.id = business_id
        WHERE businesses.organization_id = organization.id AND is_sample = 0) AS reviews,
      EXISTS (SELECT 1 FROM organization_billing AS paid WHERE paid.organization_id = organization.id
        AND paid.status IN ('active', 'past_due') AND paid.cancels_at IS NULL) AS hasPlan
    FROM organization_users AS own JOIN organizations AS organization ON organization.id = own.organization_id
    WHERE own.user_id = ${ctx.session.user.id} AND own.is_active = 1
    ORDER BY own.joined_at`)
}
