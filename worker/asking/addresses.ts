import { eq, sql } from 'drizzle-orm'
import { askAddresses, askKeys, asks } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { randomToken } from '../platform/ids.ts'
import { keyedHash, seal, unseal, unsealAny } from '../platform/seal.ts'
import { mailboxOf, REFUSAL_GONE, type RefuseAsksInput, smallDomainOf } from '../rules/asking.ts'

const SEAL = 'ask-key'
const KEY_ID = 1

type KeyStore = Pick<BackgroundContext, 'db' | 'settings'>

/**
 * The key for address hashes, created when first needed. It is stored sealed: a key derived from the server's secret
 * would change with the secret, and people who refused would be asked again.
 *
 * @throws Error if it can't be unsealed; then nobody is asked
 */
async function hashKey(ctx: KeyStore): Promise<string> {
  const { db, settings } = ctx
  const stored = await db.select({ sealed: askKeys.sealed }).from(askKeys)
  if (stored[0]) return unsealAny(settings, SEAL, stored[0].sealed)
  const sealed = await seal(settings.SESSION_SECRET, SEAL, randomToken())
  const [, kept] = await db.batch([
    db.insert(askKeys).values({ id: KEY_ID, sealed }).onConflictDoNothing(),
    db.select({ sealed: askKeys.sealed }).from(askKeys),
  ])
  return unsealAny(settings, SEAL, kept[0]?.sealed ?? sealed)
}

/** Seals the key with the server's new secret, so that it survives the next change as well. */
export async function resealHashKey(ctx: BackgroundContext): Promise<void> {
  const { db, settings } = ctx
  if (settings.SESSION_SECRET_PREVIOUS === undefined) return
  const [stored] = await db.select({ sealed: askKeys.sealed }).from(askKeys)
  if (!stored) return
  const isCurrent = await unseal(settings.SESSION_SECRET, SEAL, stored.sealed).then(
    () => true,
    () => false,
  )
  if (isCurrent) return
  const key = await unseal(settings.SESSION_SECRET_PREVIOUS, SEAL, stored.sealed)
  const sealed = await seal(settings.SESSION_SECRET, SEAL, key)
  await db.update(askKeys).set({ sealed }).where(eq(askKeys.sealed, stored.sealed))
}

/** Hashes addresses for storage: they can't be recovered, but the same mailbox always has the same hash. */
export async function addressHashes(ctx: KeyStore) {
  const key = await hashKey(ctx)
  return {
    address: (email: string) => keyedHash(key, 'ask-address', mailboxOf(email)),
    /** Null for large mail providers. */
    domain: (email: string) => {
      const domain = smallDomainOf(email)
      return domain === null ? null : keyedHash(key, 'ask-domain', domain)
    },
    /** Signs a link without a stored row, so that it works for as long as the email exists. */
    proof: (addressHash: string) => keyedHash(key, 'ask-refusal', addressHash),
  }
}

/** The page where a person refuses all further asks, and the headers for mail programs that offer it (RFC 8058). */
export async function refusalLink(ctx: BackgroundContext, addressHash: string) {
  const { APP_ORIGIN } = ctx.settings
  const { proof } = await addressHashes(ctx)
  const token = `${addressHash}.${proof(addressHash)}`
  return {
    url: `${APP_ORIGIN}/unsubscribe/asks?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${APP_ORIGIN}/api/unsubscribe?ask=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/**
 * Returns whether a link's person has refused. Changes nothing, because mail programs open links, too.
 *
 * @throws DomainError `not_found` for a link that isn't ours
 */
export async function getRefusal(
  ctx: BackgroundContext,
  input: RefuseAsksInput,
): Promise<{ isRefused: boolean }> {
  const addressHash = await addressOf(ctx, input)
  const [row] = await ctx.db
    .select({ refusedAt: askAddresses.refusedAt })
    .from(askAddresses)
    .where(eq(askAddresses.addressHash, addressHash))
  return { isRefused: row !== undefined && row.refusedAt !== null }
}

/**
 * Ends all review requests to a person, from every organization and permanently, and deletes their name and address.
 * Idempotent.
 *
 * @throws DomainError `not_found` for a link that isn't ours
 */
export async function refuseAsks(ctx: BackgroundContext, input: RefuseAsksInput): Promise<void> {
  const addressHash = await addressOf(ctx, input)
  const { db } = ctx
  await db.batch([
    db.statement(sql`
      INSERT INTO ask_addresses (address_hash, refused_at) VALUES (${addressHash}, ${ctx.now()})
      ON CONFLICT (address_hash) DO UPDATE SET refused_at = coalesce(refused_at, excluded.refused_at)`),
    db.update(asks).set({ name: '', email: null }).where(eq(asks.addressHash, addressHash)),
    db.statement(sql`UPDATE asks SET state = 'stopped', due_at = NULL
      WHERE address_hash = ${addressHash} AND state = 'waiting'`),
  ])
}

async function addressOf(ctx: BackgroundContext, { token }: RefuseAsksInput): Promise<string> {
  const [addressHash = '', given] = token.split('.')
  const { proof } = await addressHashes(ctx)
  if (!/^[0-9a-f]{32}$/.test(addressHash) || given !== proof(addressHash)) {
    throw new DomainError('not_found', REFUSAL_GONE)
  }
  return addressHash
}
