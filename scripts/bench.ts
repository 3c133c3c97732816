import { type Bench, prepareBench } from '#tests/bench/bench.ts'
import { api } from '#tests/bench/groups/api.ts'
import { collectedPage } from '#tests/bench/groups/collected-page.ts'
import { insights } from '#tests/bench/groups/insights.ts'
import { landingPage } from '#tests/bench/groups/landing-page.ts'
import { password } from '#tests/bench/groups/password.ts'
import { reviewsScreen } from '#tests/bench/groups/reviews-screen.ts'
import { screenCosts } from '#tests/bench/groups/screen-costs.ts'
import { screensInBrowser } from '#tests/bench/groups/screens.ts'
import { statistics } from '#tests/bench/groups/statistics.ts'
import { stories } from '#tests/bench/groups/stories.ts'
import { upsert } from '#tests/bench/groups/upsert.ts'
import { workerStart } from '#tests/bench/groups/worker-start.ts'
import { isMet, type Row } from '#tests/bench/measure/row.ts'
import { table, writeResults } from '#tests/bench/report.ts'
import { ROOT } from './local/run.ts'

// Measures the timed budgets of the performance design: `npm run bench`, or part of it with `npm run bench -- api`.
// Exits with 0 whatever the figures are, and with 1 if one couldn't be measured.
const GROUPS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  reviewsScreen,
  screenCosts,
  landingPage,
  api,
  password,
  collectedPage,
  upsert,
  statistics,
  screens: screensInBrowser,
}
/** Groups that need no running worker. */
const PURE_GROUPS: Record<string, () => Promise<Row[]>> = {
  insights: () => insights(`${ROOT}../shared/insights`),
  stories: async () => stories(),
  workerStart,
}
const RESULTS = 'bench-results.json'

const NAMES = [...Object.keys(PURE_GROUPS), ...Object.keys(GROUPS)]
const asked: string[] = process.argv.slice(2)
const unknown = asked.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Choose from ${NAMES.join(', ')}.`)
  process.exit(1)
}

const chosen = NAMES.filter((name) => asked.length === 0 || asked.includes(name))
const rows: Row[] = []
let failed = 0
async function add(name: string, measure: () => Promise<Row[]>): Promise<void> {
  if (!chosen.includes(name)) return
  console.log(`Measuring ${name} …`)
  try {
    rows.push(...(await measure()))
  } catch (error) {
    failed += 1
    console.error(`${name} could not be measured:`, error)
  }
}

for (const [name, measure] of Object.entries(PURE_GROUPS)) await add(name, measure)
if (chosen.some((name) => name in GROUPS)) {
  console.log('Building …')
  const bench = await prepareBench()
  for (const [name, measure] of Object.entries(GROUPS)) await add(name, () => measure(bench))
  await bench.close()
}

console.log(`\n${table(rows)}\n`)
await writeResults(`${ROOT}${RESULTS}`, rows)
const missed = rows.filter((row) => !isMet(row)).length
console.log(`${rows.length - missed} of ${rows.length} goals met; every round is in ${RESULTS}.`)
if (failed > 0) console.log(`${failed} measurements could not be made.`)
process.exit(failed > 0 ? 1 : 0)
