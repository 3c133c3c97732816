import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { ofLiveBusiness } from '../platform/business-access.ts'
import { storedInMonth } from '../reviews/quota.ts'
import { type BillingView, graceEnd, type Subscription } from '../rules/billing.ts'
import { iso, utcMonth } from '../rules/durations.ts'
import { can } from '../rules/permissions.ts'
import { saleMode } from './local-payments.ts'
import { billingQuery, subscriptionOf } from './stored-subscription.ts'

/** Reads how the organization pays; members who don't manage billing only see the plan. */
export async function getBilling(ctx: MemberContext): Promise<BillingView> {
  const { id, role, plan } = ctx.organization
  const mode = saleMode(ctx.settings)
  if (!can(role, 'organization.own'))
    return { plan, mode, subscription: null, locations: [], widgets: 0, ownPlatforms: 0, newReviews: 0 }
  const [
    [row],
    {
      results: [used],
    },
    locations,
  ] = await ctx.db.batch([
    billingQuery(ctx, id),
    ctx.db.statement<Pick<BillingView, 'newReviews' | 'widgets' | 'ownPlatforms'>>(sql`
      SELECT ${storedInMonth(id, utcMonth(ctx.now()))} AS newReviews,
        (SELECT count(*) FROM widgets WHERE organization_id = ${id}
          AND ${ofLiveBusiness(sql`widgets.business_id`)}) AS widgets,
        (SELECT count(*) FROM own_platforms WHERE organization_id = ${id}) AS ownPlatforms`),
    ctx.db
      .select({
        name: businesses.name,
        platforms: sql<string>`(SELECT json_group_array(source.platform) FROM business_sources AS source
          WHERE source.business_id = businesses.id)`.as('platforms'),
      })
      .from(businesses)
      .where(
        and(eq(businesses.organizationId, id), isNull(businesses.deletedAt), eq(businesses.isSample, false)),
      )
      // In the order in which a smaller plan would keep businesses active.
      .orderBy(asc(businesses.createdAt), asc(businesses.id)),
  ])
  const subscription = row ? subscriptionOf(row) : null
  return {
    plan,
    mode,
    subscription: subscription && {
      ...viewOf(subscription, ctx.now()),
      isOwn: row?.userId === ctx.session.user.id,
    },
    locations: locations.map(({ name, platforms }) => ({ name, platforms: JSON.parse(platforms) })),
    widgets: used?.widgets ?? 0,
    ownPlatforms: used?.ownPlatforms ?? 0,
    newReviews: used?.newReviews ?? 0,
  }
}

function viewOf(subscription: Subscription, now: number) {
  const { plan, status, payment, periodStartedAt, periodEndsAt, cancelsAt } = subscription
  return {
    plan,
    status,
    payment,
    renewsAt: status === 'active' && cancelsAt === null ? iso(periodEndsAt) : null,
    endsAt: status === 'ended' ? null : iso(cancelsAt),
    graceEndsAt: status === 'past_due' ? iso(graceEnd(periodStartedAt)) : null,
    isPaused: status === 'past_due' && now >= graceEnd(periodStartedAt),
  }
}
