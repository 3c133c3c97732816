import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aboveLocationLimit } from '#worker/businesses/create.ts'
import { seatsTaken } from '#worker/organizations/invite.ts'
import { creditsUsedUp } from '#worker/rules/credits.ts'
import {
  canUpgrade,
  locationLimitAdvice,
  locationLimitMessage,
  PLANS,
  planLimits,
  upgradeAdvice,
} from '#worker/rules/plans.ts'

/** What people outside of any plan read, or what the plans themselves are. */
const ABOUT_PLANS = [
  'app/components/public/',
  'app/components/landing/',
  'app/features/help/articles.ts',
  'app/features/billing/stops.client.tsx',
  'app/routes/pricing.tsx',
  'app/routes/terms.tsx',
  'app/routes/app.billing/',
  'app/routes/checkout/',
  'app/routes/payment.success/',
  'worker/rules/paths.ts',
]
/** The link itself, and the texts of what a plan does not have, which nobody on the highest one reads. */
const ASKS = ['app/components/text-link.tsx', 'worker/rules/plans.ts']

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => ![...ABOUT_PLANS, ...ASKS].some((known) => path.startsWith(known)))
    .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') }))
}

const FILES = [...sources('app'), ...sources('worker')]

test('every way to the plans asks whether there is a larger one', () => {
  const direct = FILES.filter(({ text }) => text.includes('/pricing') && !text.includes('canUpgrade(plan)'))
  expect(direct.map(({ path }) => path)).toEqual([])
})

test('every sentence that advises a larger plan does so through upgradeAdvice', () => {
  const advice = /(?:[Uu]pgrad(?:e to|ing\b)|[Ll]arger plan|[Hh]igher plan|[Bb]igger plan)/g
  const unasked = FILES.flatMap(({ path, text }) =>
    [...text.matchAll(advice)]
      .filter(({ index }) => !/upgradeAdvice\([^)]*$/.test(text.slice(Math.max(0, index - 80), index)))
      .map((match) => `${path}: ${text.slice(match.index, match.index + 40)}`),
  )
  expect(unasked).toEqual([])
})

const PROMPT = /upgrad|larger plan|see the plans/i
const LIMIT_TEXTS: [what: string, text: (plan: string) => string][] = [
  ['locations, to programs', (plan) => locationLimitMessage(plan, planLimits(plan).locations, 10)],
  ['locations, to people', locationLimitAdvice],
  ['locations above the limit', aboveLocationLimit],
  ['seats', (plan) => seatsTaken(plan, planLimits(plan).seats)],
  ['credits', (plan) => creditsUsedUp(5, 0, plan)],
]

test.each(LIMIT_TEXTS)('%s: the highest plan is asked to do nothing that it can’t', (_, text) => {
  for (const plan of PLANS) expect(PROMPT.test(text(plan)), plan).toBe(canUpgrade(plan))
})

test('an advice begins behind the sentence before it, or is not there', () => {
  expect(`All in use.${upgradeAdvice('pro', 'Upgrade to add more.')}`).toBe(
    'All in use. Upgrade to add more.',
  )
  expect(`All in use.${upgradeAdvice('ai_insights', 'Upgrade to add more.')}`).toBe('All in use.')
})
