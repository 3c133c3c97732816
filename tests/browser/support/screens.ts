import type { Objects, Visitor } from './demo.ts'
import {
  ANALYTICS_SCREEN,
  ERROR_SCREEN,
  forEveryone,
  INSIGHTS_SCREEN,
  inShell,
  NOT_FOUND,
  publicTexts,
  type Specified,
  signedIn,
  signedOut,
} from './specification.ts'

export interface Screen {
  /** As in the build's routes. */
  path: string
  query?: string
  /** Visitors for whom its elements differ; for the others, only texts and numbers do. */
  visitors: readonly Visitor[]
  /** The specification's texts for it. */
  specified?: Partial<Specified>
  /** Labels of its breadcrumbs. */
  crumbs?: readonly string[]
}

const TOKEN = `?token=${'x'.repeat(43)}`

/** A screen inside the shell with its heading. */
function shell(path: string, heading: string, visitors: readonly Visitor[], crumbs: string[]): Screen {
  return { path, visitors, specified: inShell(path, { heading }), crumbs }
}

/** Every screen: the only table for the walk and all other tests of every screen. */
export const SCREENS: readonly Screen[] = [
  { path: '/', visitors: ['nobody'], specified: publicTexts('Start free', 'Pricing') },
  { path: '/landing', visitors: ['nobody'], specified: publicTexts('Start free', 'Pricing') },
  {
    path: '/pricing',
    visitors: ['nobody', 'pro'],
    specified: publicTexts('Free', '$0', 'Pro', '$19', 'AI Insights', '$49'),
  },
  { path: '/help', visitors: ['nobody'], specified: publicTexts('Help Center') },
  { path: '/support', visitors: ['nobody'], specified: publicTexts('Support') },
  { path: '/privacy', visitors: ['nobody'], specified: publicTexts('Privacy') },
  { path: '/terms', visitors: ['nobody'], specified: publicTexts('Terms') },
  { path: '/login', visitors: ['nobody'], specified: signedOut('E-mail', 'Password', 'Sign in') },
  { path: '/login', visitors: ['nobody'], query: '?redirectTo=%2Fapp%2Freviews' },
  { path: '/login/challenge', visitors: ['nobody'] },
  { path: '/signup', visitors: ['nobody'], specified: signedOut('E-mail', 'Password', 'Start free') },
  { path: '/reset-password', visitors: ['nobody'], specified: publicTexts('E-mail', 'Send the link') },
  { path: '/reset-password', visitors: ['nobody'], query: TOKEN },
  { path: '/verify', visitors: ['nobody'], query: TOKEN },
  { path: '/recipients/confirm', visitors: ['nobody'], query: TOKEN },
  { path: '/invitations/:token', visitors: ['nobody'] },
  { path: '/reports/:token', visitors: ['nobody'] },
  { path: '/keep-account', visitors: ['nobody'], query: TOKEN },
  { path: '/post-reply', visitors: ['nobody'], query: TOKEN },
  // States shows it with an assistant's request.
  { path: '/oauth/authorize', visitors: ['pro'] },
  { path: '/unsubscribe', visitors: ['nobody'], query: TOKEN },
  { path: '/unsubscribe/asks', visitors: ['nobody'], query: TOKEN },
  {
    path: '/checkout',
    visitors: ['free'],
    specified: signedIn('/checkout', {
      free: { shows: ['Choose a plan', 'Pro, $19 a month', 'AI Insights, $49 a month'] },
      pro: { shows: ['Choose a plan'] },
      ai_insights: { shows: ['Choose a plan'] },
    }),
  },
  { path: '/checkout', visitors: ['free'], query: '?plan=pro' },
  {
    path: '/payment/success',
    visitors: ['free', 'pro'],
    // Asked after hydration: the payment service knows what was paid; the URL proves nothing (docs/decisions/0035).
    specified: signedIn('/payment/success', {
      free: { offers: [{ role: 'heading', name: 'Nothing was paid' }] },
      pro: { offers: [{ role: 'heading', name: 'You’re on Pro' }] },
      ai_insights: {},
    }),
  },
  { path: '/nowhere', visitors: ['nobody'], specified: forEveryone(NOT_FOUND) },
  shell('/app', 'Dashboard', ['new', 'pro', 'ai_insights'], []),
  shell('/app/reviews', 'Reviews', ['new', 'pro', 'ai_insights'], ['Home', 'Reviews']),
  { path: '/app/reviews', visitors: ['pro'], query: '?status=responded' },
  { path: '/app/reviews', visitors: ['pro'], query: '?search=zebra' },
  { path: '/app/reviews/:id', visitors: ['pro'] },
  { path: '/app/reviews/templates', visitors: ['pro'] },
  { path: '/app/reviews/tags', visitors: ['pro'] },
  { path: '/app/reviews/cases', visitors: ['pro'] },
  { path: '/app/reviews/cases', visitors: ['pro'], query: '?review=:review' },
  shell('/app/ask', 'Get reviews', ['new', 'free', 'pro', 'ai_insights'], ['Home', 'Get reviews']),
  { path: '/app/ask/print', visitors: ['pro'], query: '?as=card' },
  { path: '/app/ask/print', visitors: ['pro'], query: '?as=stand' },
  shell('/app/businesses', 'Businesses', ['new', 'pro', 'ai_insights'], ['Home', 'Businesses']),
  { path: '/app/businesses', visitors: ['pro'], query: '?view=table' },
  { path: '/app/businesses/new', visitors: ['new', 'pro'] },
  { path: '/app/businesses/connect', visitors: ['new'] },
  { path: '/app/businesses/edit', visitors: ['pro'], query: '?id=:business' },
  {
    path: '/app/businesses/edit',
    visitors: ['pro'],
    query: '?id=nobodys',
    specified: { pro: ERROR_SCREEN },
  },
  { path: '/app/businesses/:id/sources', visitors: ['free', 'pro'] },
  { path: '/app/businesses/:id/connect', visitors: ['free'] },
  { path: '/app/businesses/:id/import', visitors: ['pro'] },
  { path: '/app/businesses/:id/widgets', visitors: ['free', 'pro'] },
  {
    path: '/app/analytics',
    visitors: ['free', 'ai_insights'],
    specified: ANALYTICS_SCREEN,
    crumbs: ['Home', 'Analytics'],
  },
  { path: '/app/ai-insights/actions', visitors: ['free', 'ai_insights'] },
  { path: '/app/ai-insights/actions', visitors: ['ai_insights'], query: '?new=1&topic=waiting' },
  { path: '/app/ai-insights/competitors', visitors: ['free', 'ai_insights'] },
  {
    path: '/app/ai-insights/reports',
    visitors: ['free', 'ai_insights'],
    crumbs: ['Home', 'AI Insights', 'Reports'],
  },
  { path: '/app/ai-insights/reports/:id', visitors: ['free', 'ai_insights'] },
  {
    path: '/app/ai-insights',
    visitors: ['free', 'ai_insights'],
    specified: INSIGHTS_SCREEN,
    crumbs: ['Home', 'AI Insights'],
  },
  { path: '/app/notifications', visitors: ['free'] },
  shell('/app/profile', 'Profile', ['pro'], ['Home', 'Profile']),
  shell('/app/security', 'Security', ['pro'], ['Home', 'Security']),
  shell('/app/team', 'Team', ['free', 'pro'], ['Home', 'Team']),
  { path: '/app/team/activity', visitors: ['pro'] },
  shell('/app/data-management', 'Data Management', ['free', 'pro'], ['Home', 'Data Management']),
  shell('/app/credits', 'AI Credits', ['pro'], ['Home', 'AI Credits']),
  {
    path: '/app/billing',
    visitors: ['pro'],
    // The demo accounts never paid for their plans.
    specified: signedIn('/app/billing', {
      free: { shows: ['Free, no card needed.'] },
      pro: { shows: ['It was given to you: nothing to pay.'] },
      ai_insights: { shows: ['It was given to you: nothing to pay.'] },
    }),
  },
  // The pro account operates the instance.
  { path: '/app/operator', visitors: ['free', 'pro'], crumbs: ['Home', 'Operator'] },
  { path: '/app/operator', visitors: ['free'], query: '?claim=x' },
  shell('/app/help', 'Help & Support', ['pro'], ['Home', 'Help & Support']),
  { path: '/app/help', visitors: ['pro'], query: '?q=csv' },
  // A label that isn't specified is the path's last part, title-cased, with spaces in place of dashes.
  {
    path: '/app/nowhere',
    visitors: ['pro'],
    specified: inShell('/app/nowhere', NOT_FOUND),
    crumbs: ['Home', 'Nowhere'],
  },
  { path: '/app/some-other-page', visitors: [], crumbs: ['Home', 'Some Other Page'] },
]

/** Address of somebody's objects: `:review` is a review, `:business` and a route's own `:id` are a business. */
export function addressAbout(address: string, { businessId, reviewId }: Objects): string {
  return address
    .replace('/reviews/:id', `/reviews/${reviewId}`)
    .replace(':review', reviewId)
    .replace(/:business|:id/, businessId)
    .replace(':token', 'x'.repeat(43))
}
