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

/** Pages for people without a plan, and pages about the plans themselves. */
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
/** The link itself, and texts about features a plan lacks, which the highest plan never shows. */
const ASKS = ['app/components/text-link.tsx', 'worker/rules/plans.ts']

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => ![...ABOUT_PLANS, ...ASKS].some((known) => path.startsWith(known)))
    .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') }))
}

const FILES = [...sources('app'), ...sources('worker')]

test('every link to the plans first checks that a larger plan exists', () => {
  const direct = FILES.filter(({ text }) => text.includes('/pricing') && !text.includes('canUpgrade(plan)'))
  expect(direct.map(({ path }) => path)).toEqual([])
})

test('every sentence that recommends a larger plan goes through upgradeAdvice', () => {
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

test.each(LIMIT_TEXTS)('%s: an upgrade is suggested exactly to the plans that can upgrade', (_, text) => {
  for (const plan of PLANS) expect(PROMPT.test(text(plan)), plan).toBe(canUpgrade(plan))
})

test('upgrade advice follows the previous sentence, or is left out on the highest plan', () => {
  expect(`All in use.${upgradeAdvice('pro', 'Upgrade to add more.')}`).toBe(
    'All in use. Upgrade to add more.',
  )
  expect(`All in use.${upgradeAdvice('ai_insights', 'Upgrade to add more.')}`).toBe('All in use.')
})
