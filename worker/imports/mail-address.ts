import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import {
  businesses,
  importAddresses,
  organizationSubscriptions,
  organizationUsers,
} from '#db/schema/index.ts'
import { businessNotFound, requireBusiness } from '../businesses/require-business.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import type { Settings } from '../env.ts'
import { DomainError } from '../errors.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { isInReach, memberReaches } from '../platform/business-access.ts'
import type { ImportTarget } from '../rules/imports.ts'
import { can, ROLES } from '../rules/permissions.ts'

/** 120 bits, so addresses can't be guessed. */
const TOKEN_CHARS = 24
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const ADDRESS = new RegExp(`^reviews\\+([a-z2-7]{${TOKEN_CHARS}})@`)
/** Emails to this domain never leave the machine. */
const LOCAL_DOMAIN = 'mail.localhost'

/** The domain that emails to this server use; null if it receives none. */
export function mailDomain({ INBOUND_MAIL_DOMAIN, ENVIRONMENT }: Settings): string | null {
  return INBOUND_MAIL_DOMAIN ?? (ENVIRONMENT === 'local' ? LOCAL_DOMAIN : null)
}

export function mailAddress(domain: string, token: string): string {
  return `reviews+${token}@${domain}`
}

const IMPORTING = JSON.stringify(ROLES.filter((role) => can(role, 'reviews.import')))

/**
 * True while the forwarding address works. Its creator must have a verified email address, must have been a member
 * since before the forwarding address was created, and must still be allowed to add reviews of the business. When the
 * creator's account is claimed, the forwarding address is deleted.
 */
const isOpen = sql`EXISTS (SELECT 1 FROM users AS maker
  JOIN organization_users AS seat ON seat.user_id = maker.id
    AND seat.organization_id = ${importAddresses.organizationId} AND seat.is_active = 1
    AND seat.role IN (SELECT value FROM json_each(${IMPORTING}))
    AND coalesce(seat.joined_at, 0) <= ${importAddresses.createdAt}
    AND ${memberReaches(sql`seat`, sql`${importAddresses.businessId}`)}
  WHERE maker.id = ${importAddresses.createdBy} AND maker.email_verified_at IS NOT NULL)`

export function addressQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({ token: importAddresses.token })
    .from(importAddresses)
    .where(
      and(
        eq(importAddresses.businessId, businessId),
        eq(importAddresses.organizationId, ctx.organization.id),
        isOpen,
      ),
    )
}

/**
 * Creates a forwarding address for a business; the former one no longer works.
 *
 * @throws DomainError `not_found`; `conflict` if the server receives no emails; `email_not_verified`, because somebody
 * who signed up with another person's email could keep using the forwarding address after that person has claimed the
 * account
 */
export async function renewMailAddress(
  ctx: MemberContext,
  { businessId }: ImportTarget,
): Promise<{ mailAddress: string }> {
  const { user } = ctx.session
  requireVerified(ctx)
  const domain = mailDomain(ctx.settings)
  if (domain === null) throw new DomainError('conflict', 'This server can’t receive e-mails.')
  const token = newToken()
  const made = await ctx.db.statement(sql`
    INSERT INTO import_addresses (business_id, organization_id, token, created_by, created_at)
    SELECT business.id, business.organization_id, ${token}, maker.id, ${ctx.now()} FROM businesses AS business
      JOIN users AS maker ON maker.id = ${user.id} AND maker.email_verified_at IS NOT NULL
    WHERE business.id = ${businessId} AND business.organization_id = ${ctx.organization.id}
      AND ${isInReach(ctx, sql`business.id`)}
    ON CONFLICT (business_id) DO UPDATE SET token = excluded.token, created_by = excluded.created_by,
      created_at = excluded.created_at`)
  if (made.meta.changes === 0) throw businessNotFound()
  return { mailAddress: mailAddress(domain, token) }
}

/** Emails to the address are refused from now on. @throws DomainError `not_found` */
export async function removeMailAddress(ctx: MemberContext, { businessId }: ImportTarget): Promise<void> {
  await requireBusiness(ctx, businessId)
  await ctx.db
    .delete(importAddresses)
    .where(
      and(
        eq(importAddresses.businessId, businessId),
        eq(importAddresses.organizationId, ctx.organization.id),
      ),
    )
}

export function endMailAddressesOf({ db }: BackgroundContext, userId: string) {
  return db.delete(importAddresses).where(eq(importAddresses.createdBy, userId))
}

/** Random base-32 token. The remainder of a random byte is unbiased, because 256 is a multiple of 32. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_CHARS))
  return [...bytes].map((byte) => BASE32[byte % BASE32.length]).join('')
}

export async function findAddressee(ctx: BackgroundContext, recipient: string) {
  const token = ADDRESS.exec(recipient.toLowerCase())?.[1]
  if (token === undefined) return null
  const rows = await ctx.db
    .select({
      organizationId: importAddresses.organizationId,
      businessId: importAddresses.businessId,
      name: businesses.name,
      city: businesses.city,
      plan: organizationSubscriptions.planType,
    })
    .from(importAddresses)
    .innerJoin(businesses, eq(businesses.id, importAddresses.businessId))
    .leftJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, importAddresses.organizationId),
    )
    .where(and(eq(importAddresses.token, token), isOpen, isNull(businesses.deletedAt)))
  const [found] = rows
  return found ? { ...found, plan: found.plan ?? 'free' } : null
}

/** The organization's other businesses that the creator of a business's address can see, without samples. */
export function otherBusinesses(
  ctx: BackgroundContext,
  { organizationId, businessId }: { organizationId: string; businessId: string },
): Promise<{ businessId: string; name: string; city: string | null }[]> {
  return ctx.db
    .select({ businessId: businesses.id, name: businesses.name, city: businesses.city })
    .from(importAddresses)
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.userId, importAddresses.createdBy),
        eq(organizationUsers.organizationId, importAddresses.organizationId),
      ),
    )
    .innerJoin(businesses, eq(businesses.organizationId, importAddresses.organizationId))
    .where(
      and(
        eq(importAddresses.businessId, businessId),
        eq(importAddresses.organizationId, organizationId),
        ne(businesses.id, businessId),
        eq(businesses.isSample, false),
        isNull(businesses.deletedAt),
        memberReaches(sql`organization_users`, sql`${businesses.id}`),
      ),
    )
}
