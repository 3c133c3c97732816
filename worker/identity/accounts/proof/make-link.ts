import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { Context } from '../../../context.ts'
import { randomToken, sha256Hex } from '../../../platform/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../../rules/durations.ts'

export type LinkPurpose = 'verify' | 'reset' | 'change_email'

const TOKEN_BYTES = 32
const RESET_LIFETIME_MS = 60 * MINUTE_MS

const PAGES: Record<LinkPurpose, string> = {
  verify: '/verify',
  change_email: '/verify',
  reset: '/reset-password',
}

export interface LinkToMake {
  userId: string
  purpose: LinkPurpose
  /** Where it is mailed; the link proves this address and no later one. */
  email: string
}

/**
 * A link for a mail, with the statement that stores its hash in place of an earlier one for the same purpose. Links to
 * set a password live for an hour, the others for a day.
 *
 * @param isMeant false makes a link that is never stored: for an address nobody has, at the same price
 */
export async function makeLink(ctx: Context, { userId, purpose, email }: LinkToMake, isMeant = true) {
  const token = randomToken(TOKEN_BYTES)
  const now = ctx.now()
  const lifetimeMs = purpose === 'reset' ? RESET_LIFETIME_MS : DAY_MS
  const store = statement(
    ctx.db,
    sql`
    INSERT INTO email_links (user_id, purpose, token_hash, email, created_at, expires_at)
    SELECT ${userId}, ${purpose}, ${await sha256Hex(token)}, ${email}, ${now}, ${now + lifetimeMs} WHERE ${isMeant ? 1 : 0}
    ON CONFLICT (user_id, purpose) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email,
      created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
  return { url: `${ctx.settings.APP_ORIGIN}${PAGES[purpose]}?token=${token}`, statement: store }
}
