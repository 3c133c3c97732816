import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { KEY_GONE, type NewApiKey, type RotateApiKeyInput } from '../../rules/api-keys.ts'
import { HOUR_MS } from '../../rules/durations.ts'
import { audit } from '../log/audit.ts'
import { recordAction } from '../log/record-action.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'
import { requireApiAccess } from './api-access.ts'
import { newKey } from './create.ts'

/**
 * Replaces a key with a new one that has the same name, scopes and lifetime, and the caller's role. The former key
 * stays valid for the requested hours, so that programs can switch without a gap. Of concurrent calls, only one
 * rotates.
 *
 * @returns the new key, which is shown this once
 * @throws DomainError `plan_limit`, `recent_login_needed`; `not_found` if the key has ended or was already replaced
 */
export async function rotateApiKey(ctx: MemberContext, input: RotateApiKeyInput): Promise<NewApiKey> {
  requireApiAccess(ctx)
  requireRecentLogin(ctx)
  const { key, keyHash, prefix } = await newKey()
  const id = ctx.createId()
  const now = ctx.now()
  const end = now + input.overlapHours * HOUR_MS
  const isOpen = sql`id = ${input.id} AND organization_id = ${ctx.organization.id} AND replaced_by IS NULL
    AND (expires_at IS NULL OR expires_at > ${now})`
  const [, , replaced] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO api_keys (id, organization_id, created_by, name, prefix, key_hash, scopes, created_at, expires_at)
      SELECT ${id}, organization_id, ${ctx.session.user.id}, name, ${prefix}, ${keyHash}, scopes, ${now},
        ${now} + expires_at - created_at
      FROM api_keys WHERE ${isOpen}`),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'api_key_rotated',
      subject: sql`(SELECT name FROM api_keys WHERE id = ${id})`,
    }),
    ctx.db.statement<{ id: string }>(sql`
      UPDATE api_keys SET replaced_by = ${id}, expires_at = min(coalesce(expires_at, ${end}), ${end})
      WHERE ${isOpen} RETURNING id`),
  ])
  if (replaced.results.length === 0) throw new DomainError('not_found', KEY_GONE)
  await audit(ctx, 'api_key_rotated', 'done')
  return { id, key }
}
