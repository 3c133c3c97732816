import * as v from 'valibot'
import { askStripe, requirePrice, StripeRefusal } from '../billing/stripe/ask-stripe.ts'
import { operatorKey } from '../businesses/choose-source.ts'
import type { BackgroundContext } from '../context.ts'
import { PAID_PLANS } from '../rules/billing.ts'
import { SECOND_MS } from '../rules/durations.ts'
import type { Probe, ProbeName } from '../rules/operation.ts'
import { planName } from '../rules/plans.ts'
import { googlePlaces } from '../sources/google-places/google-places.ts'
import type { FoundPlace, ReviewSource } from '../sources/source.ts'
import { tripadvisor } from '../sources/tripadvisor/tripadvisor.ts'
import { yelpFusion } from '../sources/yelp-fusion/yelp-fusion.ts'
import { recordProbes } from './instance.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const NO_ANSWER = 'it can’t be reached.'

/** Places to request. They needn't exist: we only want to know if the platform accepts the key. */
const SOURCES: Partial<Record<ProbeName, { source: ReviewSource; place: FoundPlace }>> = {
  'google-places': {
    source: googlePlaces,
    place: { id: 'ChIJAAAAAAAAAAARAAAAAAAAAAA', url: 'https://www.google.com/maps' },
  },
  yelp: { source: yelpFusion, place: { id: 'AAAAAAAAAAAAAAAAAAAAAA', url: 'https://www.yelp.com/biz/none' } },
  tripadvisor: { source: tripadvisor, place: { id: '1', url: 'https://www.tripadvisor.com/1' } },
}

/** Tests each configured key with a call that changes nothing, and stores the result. */
export async function tryKeys(ctx: BackgroundContext): Promise<Probe[]> {
  const tries: [ProbeName, () => Promise<string | null>][] = []
  for (const [name, { source, place }] of Object.entries(SOURCES))
    if (operatorKey(source.name, ctx.settings))
      tries.push([name as ProbeName, () => trySource(ctx, source, place)])
  if (ctx.settings.STRIPE_SECRET_KEY) tries.push(['stripe', () => tryStripe(ctx)])
  const probes = await Promise.all(
    tries.map(async ([name, ask]) => ({ name, problem: await ask().catch(() => NO_ANSWER) })),
  )
  await recordProbes(ctx, probes)
  return probes
}

async function trySource(
  ctx: BackgroundContext,
  source: ReviewSource,
  place: FoundPlace,
): Promise<string | null> {
  const access = { apiKey: operatorKey(source.name, ctx.settings), appOrigin: ctx.settings.APP_ORIGIN }
  const answer = await ctx.outbound('review-api', source.request(place, null, access), {
    timeoutMs: TIMEOUT_MS,
  })
  const refused = source.refusal(answer)
  const isAboutKey = refused?.kind === 'not_allowed' || refused?.kind === 'quota'
  if (isAboutKey) return refused.finalMessage
  return answer.status >= 500 ? NO_ANSWER : null
}

const Endpoints = v.object({ data: v.array(v.object({ url: v.string(), status: v.string() })) })

async function tryStripe(ctx: BackgroundContext): Promise<string | null> {
  const webhook = `${ctx.settings.APP_ORIGIN}/webhooks/stripe`
  try {
    const { data } = await askStripe(ctx, {
      path: '/v1/webhook_endpoints',
      fields: { limit: 100 },
      answer: Endpoints,
    })
    const endpoint = data.find(({ url }) => url === webhook)
    if (!endpoint) return `it has no webhook for ${webhook}.`
    if (endpoint.status !== 'enabled') return `its webhook for ${webhook} is switched off.`
  } catch (error) {
    // A restricted key may lack the permission to list webhooks.
    if (!(error instanceof StripeRefusal && error.status === 403)) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
      return / 401 /.test(cause) ? 'it doesn’t accept the key.' : NO_ANSWER
    }
  }
  for (const plan of PAID_PLANS) {
    const problem = await requirePrice(ctx, plan).then(
      () => null,
      () => `it has no active price of ${planName(plan)} with the sum of our price page.`,
    )
    if (problem) return problem
  }
  return null
}
