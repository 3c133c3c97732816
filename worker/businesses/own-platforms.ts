import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { ownPlatforms } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { isLimited } from '../platform/business-access.ts'
import type { TagColor } from '../rules/fields.ts'
import {
  type CreatePlatformInput,
  type OwnPlatformId,
  platformNameKey,
  type UpdatePlatformInput,
} from '../rules/own-platforms.ts'
import { allowance, ownPlatformLimit } from '../rules/plans.ts'
import {
  type AnyPlatform,
  isOwnPlatform,
  type OwnPlatform,
  PLATFORM_NAMES,
  PLATFORMS,
  UNKNOWN_PLATFORM,
} from '../rules/platforms.ts'
import { requirePlatform } from './choose-source.ts'

const SHARED = 'Platforms are shared by all locations. Ask someone who can see all of them to change this.'
const GONE = 'This platform was not found. It may have been deleted.'
const IN_USE = 'This platform has reviews, so it can’t be deleted. You can rename it.'

const COLUMNS = { id: ownPlatforms.id, name: ownPlatforms.name, color: ownPlatforms.color }

/** Query for the organization's own platforms by name; there are few (`ownPlatforms` of the plan). */
export function ownPlatformsQuery({ db, organization }: Pick<MemberContext, 'db' | 'organization'>) {
  return db
    .select(COLUMNS)
    .from(ownPlatforms)
    .where(eq(ownPlatforms.organizationId, organization.id))
    .orderBy(asc(ownPlatforms.nameKey))
}

export function ownPlatformViews(
  rows: readonly Pick<typeof ownPlatforms.$inferSelect, keyof typeof COLUMNS>[],
): OwnPlatform[] {
  // Safe: the color is validated before it is stored.
  return rows.map((row) => ({ ...row, color: row.color as TagColor }))
}

export async function listOwnPlatforms(
  ctx: MemberContext,
): Promise<{ items: OwnPlatform[]; nextCursor: null }> {
  return { items: ownPlatformViews(await ownPlatformsQuery(ctx)), nextCursor: null }
}

/** Platforms that the organization has added and its plan includes: the oldest ones. */
export async function usablePlatforms(
  { db }: Pick<BackgroundContext, 'db'>,
  { organizationId, plan }: { organizationId: string; plan: string },
): Promise<OwnPlatform[]> {
  const rows = await db
    .select(COLUMNS)
    .from(ownPlatforms)
    .where(eq(ownPlatforms.organizationId, organizationId))
    .orderBy(asc(ownPlatforms.createdAt), asc(ownPlatforms.id))
    .limit(allowance(plan, 'ownPlatforms'))
  return ownPlatformViews(rows)
}

/** SQL for the organization's own platforms as a JSON list of `OwnPlatform`, by name. */
export function ownPlatformsJson(organizationId: string | SQL): SQL<string> {
  return sql`(SELECT json_group_array(json_object('id', id, 'name', name, 'color', color)) FROM (
    SELECT id, name, color FROM own_platforms WHERE organization_id = ${organizationId} ORDER BY name_key))`
}

/** SQL for the name of an organization's platform. Looks up a row only for own platforms. */
export function platformNameOf(platform: SQL, organizationId: SQL | string): SQL<string> {
  const names = PLATFORMS.map((known) => `WHEN '${known}' THEN '${PLATFORM_NAMES[known]}'`).join(' ')
  return sql`CASE ${platform} ${sql.raw(names)}
    ELSE coalesce((SELECT name ${heldPlatform(platform, organizationId)}), ${sql.raw(`'${UNKNOWN_PLATFORM}'`)}) END`
}

/** SQL for the color of an organization's platform; null for the four built-in platforms. */
export function platformColorOf(platform: SQL, organizationId: SQL | string): SQL<string | null> {
  return sql`iif(${platform} GLOB 'other*', (SELECT color ${heldPlatform(platform, organizationId)}), NULL)`
}

/** SQL that is true for a built-in platform, and for an added one that belongs to the organization. */
export function hasPlatform(platform: AnyPlatform, organizationId: string | SQL): SQL {
  if (!isOwnPlatform(platform)) return sql`true`
  return sql`EXISTS (SELECT 1 ${heldPlatform(sql`${platform}`, organizationId)})`
}

function heldPlatform(platform: SQL, organizationId: SQL | string): SQL {
  return sql`FROM own_platforms AS held WHERE held.id = ${platform} AND held.organization_id = ${organizationId}`
}

/** SQL for the number of the organization's own platforms older than `held`: the plan includes the oldest ones. */
const OLDER =
  sql.raw(`(SELECT count(*) FROM own_platforms AS older WHERE older.organization_id = held.organization_id
  AND (older.created_at, older.id) < (held.created_at, held.id))`)

/**
 * @throws DomainError `plan_limit` if the plan doesn't include the platform; `not_found` for an own platform that the
 * organization doesn't have
 */
export async function requireAnyPlatform(ctx: MemberContext, platform: AnyPlatform): Promise<void> {
  if (!isOwnPlatform(platform)) return requirePlatform(ctx, platform)
  const { id: organizationId, plan } = ctx.organization
  const { results } = await ctx.db.statement<{ older: number }>(sql`
    SELECT ${OLDER} AS older FROM own_platforms AS held
    WHERE held.id = ${platform} AND held.organization_id = ${organizationId}`)
  const [found] = results
  if (!found) throw platformNotFound()
  if (found.older >= allowance(plan, 'ownPlatforms'))
    throw new DomainError('plan_limit', ownPlatformLimit(plan))
}

/**
 * Adds a platform. If the same one exists, returns it, so that a repeated request adds only one.
 *
 * @throws DomainError `conflict` for another platform's name; `plan_limit`; `not_permitted` for members who don't see
 * all locations
 */
export async function createPlatform(ctx: MemberContext, input: CreatePlatformInput): Promise<OwnPlatform> {
  requireEditor(ctx)
  const { id: organizationId, plan } = ctx.organization
  const [, , found] = await ctx.db.batch([
    insertPlatform(ctx, organizationId, input, allowance(plan, 'ownPlatforms')),
    recordAction(ctx, { organizationId, action: 'platform_added', subject: input.name }),
    namedQuery(ctx, input.name),
  ])
  const [view] = ownPlatformViews(found)
  if (!view) throw new DomainError('plan_limit', ownPlatformLimit(plan))
  // A repeated request finds the platform that the first one added.
  if (view.name !== input.name || view.color !== input.color) throw nameTaken(view.name)
  return view
}

function namedQuery({ db, organization }: MemberContext, name: string) {
  return db
    .select(COLUMNS)
    .from(ownPlatforms)
    .where(
      and(eq(ownPlatforms.organizationId, organization.id), eq(ownPlatforms.nameKey, platformNameKey(name))),
    )
}

/** Statement that adds a platform unless its name is taken, or there are `max` already. */
function insertPlatform(
  ctx: Pick<BackgroundContext, 'db' | 'createId' | 'now'>,
  organizationId: string,
  { name, color }: CreatePlatformInput,
  max: number,
) {
  const now = ctx.now()
  // The last 16 digits of an id are random. They and the word before them are one token of the search index.
  const id = `other${ctx.createId().replaceAll('-', '').slice(-16)}`
  return ctx.db.statement(sql`
    INSERT INTO own_platforms (id, organization_id, name, name_key, color, created_at, updated_at)
    SELECT ${id}, ${organizationId}, ${name}, ${platformNameKey(name)}, ${color}, ${now}, ${now}
    WHERE (SELECT count(*) FROM own_platforms WHERE organization_id = ${organizationId}) < ${max}
    ON CONFLICT (organization_id, name_key) DO NOTHING`)
}

/** @throws DomainError as `createPlatform`; `not_found` */
export async function updatePlatform(ctx: MemberContext, input: UpdatePlatformInput): Promise<OwnPlatform> {
  requireEditor(ctx)
  const { id: organizationId } = ctx.organization
  const { id, name, color } = input
  const nameKey = platformNameKey(name)
  const isTaken = sql`EXISTS (SELECT 1 FROM own_platforms AS other WHERE other.organization_id = ${organizationId}
    AND other.name_key = ${nameKey} AND other.id <> ${id})`
  const [changed, , [other]] = await ctx.db.batch([
    ctx.db
      .update(ownPlatforms)
      .set({ name, nameKey, color, updatedAt: ctx.now() })
      .where(and(ownPlatform(ctx, id), sql`NOT ${isTaken}`))
      .returning(COLUMNS),
    recordAction(ctx, { organizationId, action: 'platform_changed', subject: name }),
    namedQuery(ctx, name),
  ])
  const [view] = ownPlatformViews(changed)
  if (view) return view
  throw other ? nameTaken(other.name) : platformNotFound()
}

/**
 * Deletes a platform that has no reviews. Reviews need their platform's name, and are only deleted with their location.
 *
 * @throws DomainError `not_found`; `conflict` if there are reviews, or some are being added; `not_permitted`
 */
export async function removePlatform(ctx: MemberContext, { id }: OwnPlatformId): Promise<void> {
  requireEditor(ctx)
  const { id: organizationId } = ctx.organization
  const isUsed = sql`(EXISTS (SELECT 1 FROM businesses JOIN reviews ON reviews.business_id = businesses.id
      AND reviews.platform = +${id} WHERE businesses.organization_id = ${organizationId})
    OR EXISTS (SELECT 1 FROM businesses JOIN scrape_runs AS run ON run.business_id = businesses.id
      AND run.platform = ${id} AND run.status IN ('queued', 'running')
      WHERE businesses.organization_id = ${organizationId}))`
  const name = sql`(SELECT name FROM own_platforms WHERE ${ownPlatform(ctx, id)})`
  const [, deleted, [left]] = await ctx.db.batch([
    recordAction(
      ctx,
      { organizationId, action: 'platform_deleted', subject: name },
      sql`${name} IS NOT NULL AND NOT ${isUsed}`,
    ),
    ctx.db
      .delete(ownPlatforms)
      .where(and(ownPlatform(ctx, id), sql`NOT ${isUsed}`))
      .returning({ id: ownPlatforms.id }),
    ctx.db.select({ id: ownPlatforms.id }).from(ownPlatforms).where(ownPlatform(ctx, id)),
  ])
  if (deleted.length === 0) throw left ? new DomainError('conflict', IN_USE) : platformNotFound()
}

function ownPlatform({ organization }: Pick<MemberContext, 'organization'>, id: string): SQL | undefined {
  return and(sql`${ownPlatforms.id} = ${id}`, eq(ownPlatforms.organizationId, organization.id))
}

/** @throws DomainError `not_permitted` */
function requireEditor({ organization }: MemberContext): void {
  if (isLimited(organization)) throw new DomainError('not_permitted', SHARED)
}

function nameTaken(name: string): DomainError {
  const message = `You already have a platform ‘${name}’.`
  return new DomainError('conflict', message, { fields: { name: message } })
}

function platformNotFound(): DomainError {
  return new DomainError('not_found', GONE)
}
