import type { Visitor } from './demo.ts'

/** Literal, as they can be read. */
interface Texts {
  shows?: readonly string[]
  lacks?: readonly string[]
}

/** What somebody gets at an address: texts anywhere on the screen, and those of its main part alone. */
interface Seen extends Texts {
  /** Where it leads instead. */
  leadsTo?: string
  /** 200 unless told. */
  status?: number
  /** The one heading of the first level. */
  heading?: string
  main?: Texts
}

type SpecifiedVisitor = Exclude<Visitor, 'new'>
type SignedIn = Exclude<SpecifiedVisitor, 'nobody'>

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
const NOT_FOUND: Seen = { status: 404, heading: 'Page not found' }

/** What surrounds every screen on a plan: the plan's name, its locks, and the way to a larger one. */
const SHELL: Record<SignedIn, Required<Texts>> = {
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

const GO_BACK = 'Go back'

/** Inside the shell; no user means redirect to /login. The Go back button is on every page except /app. */
function appScreen(path: string, own: Seen, main: Partial<Record<SignedIn, Texts>> = {}): SpecifiedScreen {
  const [shown, lacking] = path === '/app' ? [[], [GO_BACK]] : [[GO_BACK], []]
  const onPlan = (plan: SignedIn): Seen => ({
    ...own,
    shows: [...SECTIONS, ...SHELL[plan].shows, ...shown],
    lacks: [...SHELL[plan].lacks, ...lacking],
    main: main[plan] ?? {},
  })
  return {
    path,
    seen: {
      nobody: { leadsTo: `/login?redirectTo=${encodeURIComponent(path)}` },
      free: onPlan('free'),
      pro: onPlan('pro'),
      ai_insights: onPlan('ai_insights'),
    },
  }
}

const SAMPLE = 'This is what it looks like, with sample data.'

/** A section that the plan doesn't have, under the words of its lock. */
const locked = (unlock: string, ...open: string[]): Texts => ({ shows: [unlock, SAMPLE], lacks: open })
const unlocked = (unlock: string, ...open: string[]): Texts => ({ shows: open, lacks: [unlock, SAMPLE] })

const ANALYTICS = [UNLOCK_ANALYTICS, 'Reviews that are online now, by the date they were posted.'] as const
const INSIGHTS = [UNLOCK_INSIGHTS, 'What your online reviews say, by the date they were posted.'] as const

const LANDING = ['Start free', 'Pricing']

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

  appScreen('/app', { heading: 'Dashboard' }),
  appScreen('/app/reviews', { heading: 'Reviews' }),
  appScreen('/app/businesses', { heading: 'Businesses' }),
  appScreen('/app/profile', { heading: 'Profile' }),
  appScreen('/app/team', { heading: 'Team' }),
  appScreen('/app/security', { heading: 'Security' }),
  appScreen('/app/credits', { heading: 'AI Credits' }),
  appScreen('/app/data-management', { heading: 'Data Management' }),
  appScreen('/app/help', { heading: 'Help & Support' }),
  appScreen(
    '/app/analytics',
    { heading: 'Analytics' },
    { free: locked(...ANALYTICS), pro: unlocked(...ANALYTICS), ai_insights: unlocked(...ANALYTICS) },
  ),
  appScreen(
    '/app/ai-insights',
    { heading: 'AI Insights' },
    {
      free: locked(...INSIGHTS),
      pro: locked(...INSIGHTS),
      ai_insights: unlocked(...INSIGHTS, 'What matters most'),
    },
  ),

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
