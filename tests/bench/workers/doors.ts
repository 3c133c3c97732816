import type { Run } from '#db/schema/index.ts'
import { rowStatements } from '#tests/bench/collection/row-statements.ts'
import { createRuns, PLAN } from '#tests/bench/collection/runs.ts'
import { saveAll } from '#tests/bench/collection/save-all.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { savePage } from '#worker/collection/write.ts'
import { type Env, settingsOf } from '#worker/env.ts'
import { hashPassword, verifyPassword } from '#worker/identity/passwords/password-hash.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { PUBLIC_SOURCES } from '#worker/sources/registry.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

/** Input of the next measured call, prepared by separate calls so that they are not measured. */
let runs: Run[] = []
let reviews: ScrapedReview[] = []
let listing: string[] = []
let passwordRecord = ''

const DOORS: Record<string, (request: Request, env: Env) => Promise<void>> = {
  async '/runs'(request, env) {
    runs = await createRuns(env.DB, Number(await request.text()))
  },
  async '/reviews'(request) {
    reviews = await request.json()
  },
  async '/listing'(request) {
    listing = await request.json()
  },
  async '/password'(request, env) {
    passwordRecord = await hashPassword(await request.text(), { mayHash: true, settings: settingsOf(env) })
  },

  /** Uses the product's own statements. */
  '/save-all': (_, env) => saveAll(backgroundContext(env), runs, reviews),

  async '/batches'(_, env) {
    for (const statements of rowStatements(env.DB, runs, reviews)) await env.DB.batch(statements)
  },

  async '/row-by-row'(_, env) {
    for (const statement of rowStatements(env.DB, runs, reviews).flat()) await statement.run()
  },

  async '/password-check'(request, env) {
    // An isolate refuses more than four hashes per second.
    await scheduler.wait(300)
    const isRight = await verifyPassword(await request.text(), passwordRecord, {
      mayHash: true,
      settings: settingsOf(env),
    })
    if (!isRight) throw new Error('The password was not recognized.')
  },

  /** Processes the run's next page like the consumer, from the body that reached the commit. */
  async '/page'(_, env) {
    const run = runs.pop()
    if (!run) throw new Error('There is no run left.')
    const page = PUBLIC_SOURCES.google.parse(listing[run.page] ?? '')
    const allNew = run.reviewsNew + page.reviews.length
    // One month per plan quota of reviews.
    const months = Math.floor(allNew / planLimits(PLAN).reviewsPerMonth)
    const ctx = { ...backgroundContext(env), now: () => Date.now() + months * 31 * DAY_MS }
    const fetched = { phase: 'newest', cursor: null, page, rechecks: false, isRecorded: false } as const
    const saved = await savePage(
      ctx,
      { run, plan: PLAN, mayHaveDuplicates: false, listeners: ['insights'], tagRules: [] },
      fetched,
    )
    if (saved?.reviewsNew !== allNew) {
      throw new Error(`${saved?.reviewsNew} reviews were stored as new, not ${allNew}.`)
    }
    runs.push(saved)
  },
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const door = DOORS[new URL(request.url).pathname]
    if (!door) return new Response('Unknown.', { status: 404 })
    await door(request, env)
    return new Response('ok')
  },
}
