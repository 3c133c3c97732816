import type { Visitor } from './demo.ts'

/** What somebody gets at an address. Texts are literal, as they can be read on the screen. */
interface Seen {
  /** Where it leads instead. */
  leadsTo?: string
  /** 200 unless told. */
  status?: number
  shows?: readonly string[]
  lacks?: readonly string[]
}

type SpecifiedVisitor = Exclude<Visitor, 'new'>

/** A screen of the specification, as it says each visitor sees it. */
interface SpecifiedScreen {
  path: string
  /** What holds in place of the specification's words, and where that is decided. */
  decision?: string
  seen: Record<SpecifiedVisitor, Seen>
}

export const VISITORS: readonly SpecifiedVisitor[] = ['nobody', 'free', 'pro', 'ai_insights']

const UNLOCK_ANALYTICS = 'Upgrade to Pro to unlock Analytics'
const UNLOCK_INSIGHTS = 'Upgrade to AI Insights to unlock this feature'
const NOT_FOUND: Seen = { status: 404, shows: ['Page not found'] }

/** What surrounds every screen on a plan: the plan's name, its locks, and the way to a larger one. */
const SHELL: Record<Exclude<SpecifiedVisitor, 'nobody'>, Required<Pick<Seen, 'shows' | 'lacks'>>> = {
  free: {
    shows: ['Free plan', 'Upgrade Plan', 'Analytics', UNLOCK_ANALYTICS, 'AI Insights', UNLOCK_INSIGHTS],
    lacks: [],
  },
  pro: {
    shows: ['Pro plan', 'Upgrade Plan', 'Analytics', 'AI Insights', UNLOCK_INSIGHTS],
    lacks: [UNLOCK_ANALYTICS],
  },
  ai_insights: {
    shows: ['AI Insights plan', 'Analytics'],
    lacks: ['Upgrade Plan', UNLOCK_ANALYTICS, UNLOCK_INSIGHTS],
  },
}
const SECTIONS = ['Dashboard', 'Reviews', 'Businesses']

/** The same for everyone, signed in or not. */
function publicScreen(path: string, ...shows: string[]): SpecifiedScreen {
  const seen: Seen = { shows, lacks: ['Page not found'] }
  return { path, seen: { nobody: seen, free: seen, pro: seen, ai_insights: seen } }
}

/** Inside the shell; no user means redirect to /login. */
function appScreen(path: string, own: Seen = {}): SpecifiedScreen {
  const onPlan = ({ shows, lacks }: (typeof SHELL)['free']): Seen => ({
    ...own,
    shows: [...SECTIONS, ...shows, ...(own.shows ?? [])],
    lacks: [...lacks, ...(own.lacks ?? [])],
  })
  return {
    path,
    seen: {
      nobody: { leadsTo: `/login?redirectTo=${encodeURIComponent(path)}` },
      free: onPlan(SHELL.free),
      pro: onPlan(SHELL.pro),
      ai_insights: onPlan(SHELL.ai_insights),
    },
  }
}

const LANDING = ['Start free', 'Pricing']
const GO_BACK = 'Go back'

export const SPECIFIED_SCREENS: readonly SpecifiedScreen[] = [
  publicScreen('/', ...LANDING),
  publicScreen('/landing', ...LANDING),
  publicScreen('/pricing', 'Free', '$0', 'Pro', '$19', 'AI Insights', '$49'),
  publicScreen('/support', 'Support'),
  publicScreen('/privacy', 'Privacy'),
  publicScreen('/terms', 'Terms'),
  {
    path: '/login',
    decision: 'Who is signed in has nothing to do there, and goes on (docs/architecture.md, A request).',
    seen: {
      nobody: { shows: ['E-mail', 'Password', 'Sign in'] },
      free: { leadsTo: '/app' },
      pro: { leadsTo: '/app' },
      ai_insights: { leadsTo: '/app' },
    },
  },
  {
    path: '/signup',
    decision: 'As /login.',
    seen: {
      nobody: { shows: ['E-mail', 'Password', 'Start free'] },
      free: { leadsTo: '/app' },
      pro: { leadsTo: '/app' },
      ai_insights: { leadsTo: '/app' },
    },
  },
  publicScreen('/reset-password', 'E-mail', 'Send the link'),
  publicScreen('/help', 'Help Center'),

  // The Go back button is on every page except /app.
  appScreen('/app', { lacks: [GO_BACK] }),
  appScreen('/app/reviews', { shows: [GO_BACK] }),
  appScreen('/app/businesses', { shows: [GO_BACK] }),
  appScreen('/app/profile', { shows: [GO_BACK, 'Profile'] }),
  appScreen('/app/security', { shows: [GO_BACK, 'Security'] }),
  appScreen('/app/credits', { shows: [GO_BACK, 'AI Credits'] }),
  appScreen('/app/data-management', { shows: [GO_BACK, 'Data Management'] }),
  appScreen('/app/help', { shows: [GO_BACK, 'Help & Support'] }),
  appScreen('/app/analytics', { shows: [GO_BACK] }),
  {
    path: '/app/ai-insights',
    seen: {
      ...appScreen('/app/ai-insights', { shows: [GO_BACK, 'with sample data'] }).seen,
      ai_insights: appScreen('/app/ai-insights', { shows: [GO_BACK, 'What matters most'] }).seen.ai_insights,
    },
  },

  {
    path: '/checkout',
    seen: {
      nobody: { leadsTo: '/login?redirectTo=%2Fcheckout' },
      free: { shows: ['Choose a plan', 'Pro, $19 a month', 'AI Insights, $49 a month'] },
      pro: { shows: ['Choose a plan'] },
      ai_insights: { shows: ['Choose a plan'] },
    },
  },
  {
    path: '/payment/success',
    decision:
      'What was paid is asked at the payment service; the address says nothing (docs/decisions/0035).',
    seen: {
      nobody: { leadsTo: '/login?redirectTo=%2Fpayment%2Fsuccess' },
      free: { shows: ['Nothing was paid'], lacks: ['You are on'] },
      pro: { shows: ['You are on Pro'] },
      ai_insights: { shows: ['You are on AI Insights'] },
    },
  },
  { path: '/nowhere', seen: { nobody: NOT_FOUND, free: NOT_FOUND, pro: NOT_FOUND, ai_insights: NOT_FOUND } },
  appScreen('/app/nowhere', NOT_FOUND),
]

/** The plan's dot: grey, green and purple, by hue (OKLCH); grey has hardly any chroma. */
export const PLAN_DOTS = [
  { plan: 'free', name: 'Free plan', hue: null },
  { plan: 'pro', name: 'Pro plan', hue: 150 },
  { plan: 'ai_insights', name: 'AI Insights plan', hue: 300 },
] as const

/** Labels of breadcrumbs, by the path's last part. Any other is title-cased, with spaces in place of dashes. */
export const BREADCRUMBS = [
  ['/app', []],
  ['/app/reviews', ['Home', 'Reviews']],
  ['/app/analytics', ['Home', 'Analytics']],
  ['/app/ai-insights', ['Home', 'Ai Insights']],
  ['/app/ai-insights/reports', ['Home', 'Ai Insights', 'Reports']],
  ['/app/businesses', ['Home', 'Businesses']],
  ['/app/profile', ['Home', 'Profile']],
  ['/app/credits', ['Home', 'AI Credits']],
  ['/app/team', ['Home', 'Team']],
  ['/app/security', ['Home', 'Security']],
  ['/app/help', ['Home', 'Help & Support']],
  ['/app/data-management', ['Home', 'Data Management']],
  ['/app/some-other-page', ['Home', 'Some Other Page']],
] as const

/** The units of the sidebar's width are quarters of a rem. */
export const SIDEBAR_UNITS = { narrow: 16, wide: 64 }

/** The demo account's first notifications, newest first (docs/decisions/0011-notifications.md: all others are real). */
export const SAMPLE_NOTIFICATIONS = [
  'New review detected',
  'Credit balance low',
  'System update completed',
] as const

/** What every error screen offers. */
export const ERROR_OFFERS = [
  { role: 'link', name: 'Try Again' },
  { role: 'button', name: 'Go Back' },
  { role: 'link', name: 'Go Home', leadsTo: '/app' },
  { role: 'link', name: 'Help Center', leadsTo: '/help' },
  { role: 'link', name: /@/, leadsTo: 'mailto:' },
] as const
