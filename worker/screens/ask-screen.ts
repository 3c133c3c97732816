import { askLogPage, askLogQuery, LOG_PAGE_ROWS } from '../asking/ask-log.ts'
import { askedTodayQuery, connectedQuery, mailBar } from '../asking/ask-people.ts'
import { effectOf, effectQuery } from '../asking/effect.ts'
import {
  askingQuery,
  countsOf,
  countsQuery,
  pageQuery,
  pageView,
  suggestedPage,
  suggestionQueries,
} from '../asking/review-pages.ts'
import { businessChoicesQuery } from '../businesses/list.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import type { AskScreenInput, AskScreenView } from '../rules/asking.ts'
import { can } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'

/**
 * The screen that gets more reviews, for one location: its page, ways to hand it over, what came of it, and the log.
 *
 * @throws DomainError `not_found` for a location that isn't the caller's
 */
export async function askScreen(ctx: MemberContext, input: AskScreenInput): Promise<AskScreenView> {
  const [businesses, asking] = await ctx.db.batch([businessChoicesQuery(ctx), askingQuery(ctx)])
  requireAmong(businesses, input.businessId)
  const businessId = input.businessId ?? asking[0]?.businessId ?? businesses[0]?.id ?? null
  const mayAsk = can(ctx.organization.role, 'reviews.ask')
  if (businessId === null) return { ...NOTHING, businesses, mayAsk }
  const [known, found, connected, pages, counts, link, today, effect, log] = await ctx.db.batch([
    ...suggestionQueries(ctx, businessId),
    pageQuery(ctx, businessId),
    countsQuery(ctx, businessId),
    connectedQuery(ctx, businessId),
    askedTodayQuery(ctx),
    effectQuery(ctx, businessId),
    askLogQuery(ctx, { businessId, limit: LOG_PAGE_ROWS }),
  ])
  const [page] = pages
  const {
    name = '',
    googleUrl = null,
    tripadvisorUrl = null,
    isSample = false,
    address = null,
  } = known[0] ?? {}
  const perDay = planLimits(ctx.organization.plan).asksPerDay
  const standing = {
    hasPage: page?.isOn === true,
    isConnected: link.length > 0,
    isSample,
    postalAddress: address,
  }
  return {
    businesses,
    businessId,
    businessName: name,
    mayAsk,
    page: page ? pageView(ctx, page) : null,
    suggestion: suggestedPage({ name, googleUrl, tripadvisorUrl, found, connected }),
    counts: countsOf(counts, page?.links ?? []),
    mail: {
      bar: mailBar(ctx, standing),
      leftToday: Math.max(0, perDay - (today.results[0]?.count ?? 0)),
      perDay,
      postalAddress: address ?? '',
    },
    effect: effectOf(effect.results[0], { now: ctx.now(), plan: ctx.organization.plan }),
    log: askLogPage(log, LOG_PAGE_ROWS),
  }
}

/** Without a location there is nothing to ask about. */
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
