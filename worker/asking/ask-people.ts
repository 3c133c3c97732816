import { and, eq, sql } from 'drizzle-orm'
import { connectionLinks, reviewPages } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type Limit, triesOf } from '../identity/limits/tries.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { isOwn } from '../platform/business-access.ts'
import {
  ASK_AGAIN_DAYS,
  type Asked,
  type AskInput,
  type HandOverInput,
  MAX_ASKED_PER_DOMAIN,
  type MailBar,
  mailboxOf,
} from '../rules/asking.ts'
import { DAY_MS } from '../rules/durations.ts'
import { allowance, planLimits, tierOf } from '../rules/plans.ts'
import { addressHashes } from './addresses.ts'
import { askedToday, beginAsking, requirePage } from './review-pages.ts'

/** Limit on people asked from one network, over all its organizations. */
const ASKED_BY_NETWORK: Limit = {
  name: 'asks-network',
  max: 300,
  windowMs: DAY_MS,
  message: 'Too many people were asked from your network today. Please continue tomorrow.',
}

/** Messages for API clients; the screen shows a remedy for each instead. */
const BARS: Record<MailBar, string> = {
  no_page: 'Make the page of this location first: the e-mail leads to it.',
  not_verified: 'Please confirm your e-mail address first: open the link in the e-mail we sent you.',
  no_proof:
    'Connect the Google or Facebook account of this location first, or choose a paid plan. So nobody can send e-mails in the name of a business that isn’t theirs.',
  no_address: 'Add the postal address of this location first. The law wants it in e-mails like this.',
  no_service: 'This server can’t send e-mails yet. Please write to its operator.',
  sample: 'This location is a sample. Nobody is asked about it.',
}

/** Facts that decide whether a location may email people. They don't include its reviews. */
interface Standing {
  hasPage: boolean
  isConnected: boolean
  isSample: boolean
  postalAddress: string | null
}

/** Reason why nobody can be emailed for a location; null if emails are possible. */
export function mailBar(
  ctx: MemberContext,
  { hasPage, isConnected, isSample, postalAddress }: Standing,
): MailBar | null {
  if (isSample) return 'sample'
  if (!hasPage) return 'no_page'
  if (!ctx.session.user.isVerified) return 'not_verified'
  if (tierOf(ctx.organization.plan) === 'free' && !isConnected) return 'no_proof'
  if (postalAddress === null) return 'no_address'
  return ctx.mail.isOn ? null : 'no_service'
}

/**
 * Asks people for a review by email, each at most once in ASK_AGAIN_DAYS over all organizations, and never those who
 * refused. All limits are part of the inserting statement, so concurrent calls can't exceed them. The minute's tick
 * sends the emails.
 *
 * @throws DomainError `not_found`; `conflict` if the location can't send emails; `plan_limit`; `too_many`
 */
export async function askPeople(ctx: MemberContext, input: AskInput): Promise<Asked> {
  const { businessId, consent } = input
  const { db } = ctx
  const organizationId = ctx.organization.id
  const business = await requireBusiness(ctx, businessId)
  await requireMailable(ctx, business)
  const hashes = await addressHashes(ctx)
  const people = onlyOnce(input.people).map(({ name, email }) => ({
    id: ctx.createId(),
    name,
    email,
    address: hashes.address(email),
    domain: hashes.domain(email),
  }))
  const tries = triesOf(ctx, [{ limit: ASKED_BY_NETWORK, key: ctx.network.prefix }], people.length)
  const now = ctx.now()
  const json = JSON.stringify(people)
  const ids = sql`(SELECT value->>'id' FROM json_each(${json}))`
  const wereAsked = sql`EXISTS (SELECT 1 FROM asks WHERE organization_id = ${organizationId} AND id IN ${ids})`
  const candidates = sql`
    WITH person AS (SELECT key AS place, value->>'id' AS id, value->>'name' AS name, value->>'email' AS email,
        value->>'address' AS address, value->>'domain' AS domain FROM json_each(${json})),
      askable AS (SELECT *, row_number() OVER (PARTITION BY domain ORDER BY place) AS in_domain FROM person
        WHERE ${isFree(now)}),
      allowed AS (SELECT *, row_number() OVER (ORDER BY place) AS turn FROM askable WHERE domain IS NULL
        OR in_domain + (SELECT count(*) FROM ask_addresses WHERE domain_hash = domain AND asked_at > ${now - DAY_MS})
          <= ${MAX_ASKED_PER_DOMAIN})`
  const [stored, counted] = await db.batch([
    db.statement<{ id: string }>(sql`${candidates}
      INSERT INTO asks (id, organization_id, business_id, user_id, channel, name, email, address_hash, consent, state, due_at,
        created_at)
      SELECT id, ${organizationId}, ${businessId}, ${ctx.session.user.id}, 'mail', name, email, address, ${consent},
        'waiting', ${now}, ${now}
      FROM allowed WHERE turn + ${askedToday(ctx)} <= ${allowance(ctx.organization.plan, 'asksPerDay')} AND ${tries.areLeft}
      RETURNING id`),
    db.statement<{ askable: number; allowed: number }>(sql`${candidates}
      SELECT (SELECT count(*) FROM askable) AS askable, (SELECT count(*) FROM allowed) AS allowed`),
    db.statement(sql`
      INSERT INTO ask_addresses (address_hash, domain_hash, asked_at)
      SELECT value->>'address', value->>'domain', ${now} FROM json_each(${json})
      WHERE EXISTS (SELECT 1 FROM asks WHERE id = value->>'id' AND organization_id = ${organizationId})
      ON CONFLICT (address_hash) DO UPDATE SET asked_at = excluded.asked_at, domain_hash = excluded.domain_hash`),
    ...tries.count,
    beginAsking(ctx, businessId, wereAsked),
    recordAction(ctx, { organizationId, action: 'people_asked', subject: business.name }, wereAsked),
  ])
  const asked = stored.results.length
  const { askable = 0, allowed = 0 } = counted.results[0] ?? {}
  const overLimit = allowed - asked
  const overDomain = askable - allowed
  if (asked === 0 && askable > 0) {
    await tries.requireLeft()
    throw overLimit > 0 ? planIsUsedUp(ctx) : domainsAreUsedUp()
  }
  const repeated = input.people.length - people.length
  return { asked, leftOut: people.length - askable, overLimit, overDomain, repeated }
}

/** Matches rows with a column `address` (hashed) of people who haven't been asked recently and haven't refused. */
function isFree(now: number) {
  return sql`NOT EXISTS (SELECT 1 FROM ask_addresses AS known WHERE known.address_hash = address
    AND (known.refused_at IS NOT NULL OR known.asked_at > ${now - ASK_AGAIN_DAYS * DAY_MS}))`
}

async function requireMailable(
  ctx: MemberContext,
  { id, isSample, fullAddress }: { id: string; isSample: boolean; fullAddress: string | null },
): Promise<void> {
  const [[page], [link]] = await ctx.db.batch([
    ctx.db
      .select({ isOn: reviewPages.isOn })
      .from(reviewPages)
      .where(and(eq(reviewPages.businessId, id), isOwn(ctx, reviewPages))),
    connectedQuery(ctx, id),
  ])
  const bar = mailBar(ctx, {
    hasPage: page?.isOn === true,
    isConnected: link !== undefined,
    isSample,
    postalAddress: fullAddress,
  })
  if (bar !== null) throw new DomainError('conflict', BARS[bar])
}

function connectedQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({ platform: connectionLinks.platform })
    .from(connectionLinks)
    .where(and(eq(connectionLinks.businessId, businessId), isOwn(ctx, connectionLinks)))
    .limit(1)
}

function planIsUsedUp(ctx: MemberContext): DomainError {
  const { asksPerDay } = planLimits(ctx.organization.plan)
  return new DomainError(
    'plan_limit',
    `Your plan lets you e-mail ${asksPerDay} people a day, and you have asked that many. Continue tomorrow, or hand the text over yourself.`,
  )
}

function domainsAreUsedUp(): DomainError {
  return new DomainError(
    'too_many',
    'Too many people with addresses at the same company were asked today. Please continue tomorrow.',
  )
}

/** Removes repeated mailboxes; the first spelling of each stays. */
function onlyOnce<P extends { email: string }>(people: readonly P[]): P[] {
  return [
    ...new Map(people.toReversed().map((person) => [mailboxOf(person.email), person])).values(),
  ].reverse()
}

/**
 * Records that an owner got the text or the card, to ask people from their own phone or at the counter. Whom they ask
 * isn't known.
 *
 * @throws DomainError `not_found`, `conflict`
 */
export async function recordHandOver(
  ctx: MemberContext,
  { businessId, channel }: HandOverInput,
): Promise<void> {
  await requirePage(ctx, businessId)
  const { db } = ctx
  const now = ctx.now()
  await db.batch([
    db.statement(sql`
      INSERT INTO asks (id, organization_id, business_id, user_id, channel, state, created_at)
      SELECT ${ctx.createId()}, ${ctx.organization.id}, ${businessId}, ${ctx.session.user.id}, ${channel}, 'handed_over', ${now}
      WHERE (SELECT count(*) FROM asks WHERE organization_id = ${ctx.organization.id} AND channel = ${channel}
        AND created_at > ${now - DAY_MS}) < ${MAX_HAND_OVERS}`),
    beginAsking(ctx, businessId),
  ])
}

/** Maximum entries per day and method; further ones aren't recorded. */
const MAX_HAND_OVERS = 200
