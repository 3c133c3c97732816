import type { Objects, Visitor } from './demo.ts'

/** A screen as somebody sees it. */
export interface ShownScreen {
  /** As in the build's routes. */
  path: string
  visitors: readonly Visitor[]
  query?: string
}

const EVERY_PLAN = ['free', 'pro', 'ai_insights'] as const

/** Every screen, by those to whom it looks different. */
export const SCREENS: readonly ShownScreen[] = [
  { path: '/', visitors: ['nobody'] },
  { path: '/landing', visitors: ['nobody'] },
  { path: '/pricing', visitors: ['nobody', 'pro'] },
  { path: '/help', visitors: ['nobody'] },
  { path: '/support', visitors: ['nobody'] },
  { path: '/privacy', visitors: ['nobody'] },
  { path: '/terms', visitors: ['nobody'] },
  { path: '/login', visitors: ['nobody'] },
  { path: '/login', visitors: ['nobody'], query: '?redirectTo=%2Fapp%2Freviews' },
  { path: '/login/challenge', visitors: ['nobody'] },
  { path: '/signup', visitors: ['nobody'] },
  { path: '/reset-password', visitors: ['nobody'] },
  { path: '/reset-password', visitors: ['nobody'], query: `?token=${'x'.repeat(43)}` },
  { path: '/verify', visitors: ['nobody'], query: `?token=${'x'.repeat(43)}` },
  { path: '/recipients/confirm', visitors: ['nobody'], query: `?token=${'x'.repeat(43)}` },
  { path: '/invitations/:token', visitors: ['nobody'] },
  { path: '/reports/:token', visitors: ['nobody'] },
  { path: '/keep-account', visitors: ['nobody'], query: `?token=${'x'.repeat(43)}` },
  { path: '/unsubscribe', visitors: ['nobody'], query: `?token=${'x'.repeat(43)}` },
  { path: '/checkout', visitors: ['free'] },
  { path: '/checkout', visitors: ['free'], query: '?plan=pro' },
  { path: '/payment/success', visitors: ['free', 'pro'] },
  { path: '/nowhere', visitors: ['nobody'] },
  { path: '/app', visitors: ['new', ...EVERY_PLAN] },
  { path: '/app/reviews', visitors: ['new', ...EVERY_PLAN] },
  { path: '/app/reviews', visitors: ['pro'], query: '?status=responded' },
  { path: '/app/reviews', visitors: ['pro'], query: '?search=zebra' },
  { path: '/app/reviews/:id', visitors: ['pro'] },
  { path: '/app/reviews/templates', visitors: ['pro'] },
  { path: '/app/businesses', visitors: ['new', ...EVERY_PLAN] },
  { path: '/app/businesses', visitors: ['pro'], query: '?view=table' },
  { path: '/app/businesses/new', visitors: ['new', 'pro'] },
  { path: '/app/businesses/connect', visitors: ['new'] },
  { path: '/app/businesses/edit', visitors: ['pro'], query: '?id=:business' },
  { path: '/app/businesses/edit', visitors: ['pro'], query: '?id=nobodys' },
  { path: '/app/businesses/:id/sources', visitors: ['free', 'pro'] },
  { path: '/app/businesses/:id/connect', visitors: ['free', 'pro'] },
  { path: '/app/businesses/:id/import', visitors: ['free', 'pro'] },
  { path: '/app/analytics', visitors: ['new', ...EVERY_PLAN] },
  { path: '/app/ai-insights/competitors', visitors: ['new', 'free', 'ai_insights'] },
  { path: '/app/ai-insights/reports', visitors: ['new', 'free', 'ai_insights'] },
  { path: '/app/ai-insights/reports/:id', visitors: ['free', 'ai_insights'] },
  { path: '/app/ai-insights', visitors: ['new', ...EVERY_PLAN] },
  { path: '/app/notifications', visitors: ['free', 'pro'] },
  { path: '/app/profile', visitors: ['pro'] },
  { path: '/app/security', visitors: ['pro'] },
  { path: '/app/team', visitors: ['free', 'pro'] },
  { path: '/app/team/activity', visitors: ['free', 'pro'] },
  { path: '/app/data-management', visitors: ['free', 'pro'] },
  { path: '/app/credits', visitors: ['free', 'pro'] },
  { path: '/app/billing', visitors: ['free', 'pro'] },
  { path: '/app/help', visitors: ['pro'] },
  { path: '/app/help', visitors: ['pro'], query: '?q=csv' },
  { path: '/app/nowhere', visitors: ['pro'] },
]

/** An address about somebody's objects: `:review` is a review, `:business` and a route's own `:id` are a business. */
export function addressAbout(address: string, { businessId, reviewId }: Objects): string {
  return address
    .replace('/reviews/:id', `/reviews/${reviewId}`)
    .replace(':review', reviewId)
    .replace(/:business|:id/, businessId)
    .replace(':token', 'x'.repeat(43))
}
