import type { Visitor } from './demo.ts'

/** Literal texts. */
interface Texts {
  shows?: readonly string[]
  lacks?: readonly string[]
}

/** Something with this role and name, once, and a part of a link's target. */
export interface Offer {
  role: 'link' | 'button' | 'heading'
  name: string | RegExp
  leadsTo?: string
}

/** A visitor's view of an address: texts anywhere on the screen, and those of its main part. */
export interface Seen extends Texts {
  /** Target of a redirect. */
  leadsTo?: string
  /** 200 by default. */
  status?: number
  /** The only heading of the first level. */
  heading?: string
  main?: Texts
  /** Elements of the main part in a browser. */
  offers?: readonly Offer[]
  /** Hue of the plan's dot (OKLCH); null for grey, which has hardly any chroma. */
  dotHue?: number | null
}

type SpecifiedVisitor = Exclude<Visitor, 'new' | 'small'>
type SignedIn = Exclude<SpecifiedVisitor, 'nobody'>

/** A screen of the specification, as seen by each visitor. */
export type Specified = Record<SpecifiedVisitor, Seen>

const UNLOCK_ANALYTICS = 'Upgrade to Pro to unlock Analytics'
const UNLOCK_INSIGHTS = 'Upgrade to AI Insights to unlock this feature'

/** The frame of every screen on a plan: the plan's name, its locks, and the link to a larger one. */
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
const DOT_HUES: Record<SignedIn, number | null> = { free: null, pro: 150, ai_insights: 300 }
const SECTIONS = ['Dashboard', 'Reviews', 'Businesses']
const GO_BACK = 'Go back'

export const NOT_FOUND: Seen = { status: 404, heading: 'Page not found' }

/** The same for everyone, signed in or not. */
export function forEveryone(seen: Seen): Specified {
  return { nobody: seen, free: seen, pro: seen, ai_insights: seen }
}

export function publicTexts(...shows: string[]): Specified {
  return forEveryone({ shows, lacks: ['Page not found'] })
}

/** Redirects a signed-in visitor (docs/architecture.md, A request). */
export function signedOut(...shows: string[]): Specified {
  const onward = { leadsTo: '/app' }
  return { nobody: { shows }, free: onward, pro: onward, ai_insights: onward }
}

/** Requires a session; otherwise redirects to /login. */
export function signedIn(path: string, onPlan: Record<SignedIn, Seen>): Specified {
  return { nobody: { leadsTo: `/login?redirectTo=${encodeURIComponent(path)}` }, ...onPlan }
}

/** Inside the shell. The Go back button is on every page except /app. */
export function inShell(path: string, own: Seen, main: Partial<Record<SignedIn, Texts>> = {}): Specified {
  const [shown, lacking] = path === '/app' ? [[], [GO_BACK]] : [[GO_BACK], []]
  const onPlan = (plan: SignedIn): Seen => ({
    ...own,
    shows: [...SECTIONS, ...SHELL[plan].shows, ...shown],
    lacks: [...SHELL[plan].lacks, ...lacking],
    main: main[plan] ?? {},
    dotHue: DOT_HUES[plan],
  })
  return signedIn(path, { free: onPlan('free'), pro: onPlan('pro'), ai_insights: onPlan('ai_insights') })
}

const SAMPLE = 'This is what it looks like, with sample data.'

/** A section that the plan doesn't include, with the text of its lock. */
const locked = (unlock: string, ...open: string[]): Texts => ({ shows: [unlock, SAMPLE], lacks: open })
const unlocked = (unlock: string, ...open: string[]): Texts => ({ shows: open, lacks: [unlock, SAMPLE] })

const ANALYTICS = [UNLOCK_ANALYTICS, 'Reviews that are online now, by the date they were posted.'] as const
const INSIGHTS = [UNLOCK_INSIGHTS, 'What your reviews say, by the date they were posted.'] as const

export const ANALYTICS_SCREEN = inShell(
  '/app/analytics',
  { heading: 'Analytics' },
  { free: locked(...ANALYTICS), pro: unlocked(...ANALYTICS), ai_insights: unlocked(...ANALYTICS) },
)

export const INSIGHTS_SCREEN = inShell(
  '/app/ai-insights',
  { heading: 'AI Insights' },
  {
    free: locked(...INSIGHTS),
    pro: locked(...INSIGHTS),
    ai_insights: unlocked(...INSIGHTS, 'What you should know'),
  },
)

/** The sidebar's width in quarters of a rem. */
export const SIDEBAR_UNITS = { narrow: 16, wide: 64 }

/**
 * The common left edge of all screens inside the shell at a width of 1440: the sidebar plus the page's margin and
 * padding.
 */
export const LEFT_EDGE_PX = 4 * SIDEBAR_UNITS.wide + 16 + 32

/** The demo account's first notifications, newest first (docs/decisions/0011-notifications.md: all others are real). */
export const SAMPLE_NOTIFICATIONS = [
  'New review detected',
  'Credit balance low',
  'System update completed',
] as const

/** An error screen: what it offers. */
export const ERROR_SCREEN: Seen = {
  status: 400,
  main: { shows: ['Check the address: part of it may be missing.'] },
  offers: [
    { role: 'link', name: 'Try Again' },
    { role: 'button', name: 'Go Back' },
    { role: 'link', name: 'Go Home', leadsTo: '/app' },
    { role: 'link', name: 'Help Center', leadsTo: '/help' },
    { role: 'link', name: /@/, leadsTo: 'mailto:' },
  ],
}
