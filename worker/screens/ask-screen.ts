import { askLogPage, askLogQuery, LOG_PAGE_ROWS } from '../asking/ask-log.ts'
import { mailBar } from '../asking/ask-people.ts'
import { effectOf, effectQuery } from '../asking/effect.ts'
import {
  askingBusiness,
  countsOf,
  countsQuery,
  knownQuery,
  pageQuery,
  pageView,
  suggestedPage,
} from '../asking/review-pages.ts'
import { businessChoicesQuery } from '../businesses/list.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import type { AskScreenInput, AskScreenView } from '../rules/asking.ts'
import { can } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'

/** @throws DomainError `not_found` for a location of another organization */
export async function askScreen(ctx: MemberContext, input: AskScreenInput): Promise<AskScreenView> {
  const business = askingBusiness(ctx, input.businessId)
  const [businesses, known, pages, counts, effect, log] = await ctx.db.batch([
    businessChoicesQuery(ctx),
    knownQuery(ctx, business),
    pageQuery(ctx, business),
    countsQuery(ctx, business),
    effectQuery(ctx, business),
    askLogQuery(ctx, { businessId: business, limit: LOG_PAGE_ROWS }),
  ])
  requireAmong(businesses, input.businessId)
  const mayAsk = can(ctx.organization.role, 'reviews.ask')
  const [location] = known.results
  if (!location) return { ...NOTHING, businesses, mayAsk }
  const [page] = pages
  const { name, address } = location
  // Safe: written by the statement.
  const found = JSON.parse(location.found) as string[]
  const connected = JSON.parse(location.connected) as Partial<Record<Platform, string>>
  const perDay = planLimits(ctx.organization.plan).asksPerDay
  const standing = {
    hasPage: page?.isOn === true,
    isConnected: Object.keys(connected).length > 0,
    isSample: location.isSample === 1,
    postalAddress: address,
  }
  return {
    businesses,
    businessId: location.id,
    businessName: name,
    mayAsk,
    page: page ? pageView(ctx, page) : null,
    suggestion: suggestedPage({ ...location, found, connected }),
    counts: countsOf(counts, page?.links ?? []),
    mail: {
      bar: mailBar(ctx, standing),
      leftToday: Math.max(0, perDay - location.askedToday),
      perDay,
      postalAddress: address ?? '',
    },
    effect: effectOf(effect.results[0], { now: ctx.now(), plan: ctx.organization.plan }),
    log: askLogPage(log, LOG_PAGE_ROWS),
  }
}

const NOTHING: Omit<AskScreenView, 'businesses' | 'mayAsk'> = {
  businessId: null,
  businessName: '',
  page: null,
  suggestion: { handle: '', links: [] },
  counts: { opened: 0, followed: [] },
  mail: { bar: 'no_page', leftToday: 0, perDay: 0, postalAddress: '' },
  effect: { weeks: 0, before: 0, after: 0, verdict: 'not_asked' },
  log: { items: [], nextCursor: null },
}
