import { TRPCError } from '@trpc/server'
import type { Handler } from 'hono'
import { domainErrorOf } from '../api/init.ts'
import { createApi } from '../api/router.ts'
import { errorRule } from '../errors.ts'
import type { ScrapedPlatform, ScrapeInput } from '../rules/collection.ts'
import { failedScrape, httpStatusError } from '../rules/scrape-result.ts'
import { jsonBody } from './body.ts'
import type { HttpEnv } from './http-env.ts'

const URL_FIELDS: Record<ScrapedPlatform, string> = { google: 'business_url', yelp: 'yelp_url' }

const OPTION_FIELDS = {
  max_pages: 'maxPages',
  rate_limit_ms: 'rateLimitMs',
  timeout_ms: 'timeoutMs',
  user_agent_rotation: 'userAgentRotation',
  retry_attempts: 'retryAttempts',
  proxy_enabled: 'proxyEnabled',
  captcha_handling: 'captchaHandling',
} as const satisfies Record<string, keyof ScrapeInput['options']>

/**
 * `POST /functions/v1/google-business-scraper` and `/functions/v1/yelp-scraper`, with the specification's request and
 * response bodies, for errors too. The anonymous key that hosted services give to every browser grants no access.
 */
export function scraperRoute(platform: ScrapedPlatform): Handler<HttpEnv> {
  return async (c) => {
    const body = await jsonBody(c.req.raw)
    try {
      const api = createApi(c.var.context)
      return c.json(await api.collection.scrape(inputOf(platform, body) as ScrapeInput))
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error
      const { code, outwardMessage } = domainErrorOf(error)
      const { status } = errorRule(code)
      return c.json(failedScrape([httpStatusError(status), outwardMessage]), status)
    }
  }
}

/** A body that isn't a JSON object has none of the fields. */
function inputOf(platform: ScrapedPlatform, json: unknown): Record<keyof ScrapeInput, unknown> {
  const body: Record<string, unknown> = typeof json === 'object' && json !== null ? { ...json } : {}
  const listingUrl = body[URL_FIELDS[platform]]
  return { platform, businessId: body.business_id, listingUrl, options: optionsOf(body.options) }
}

/** Renames the known options and drops null ones; anything but an object is passed on to be refused. */
function optionsOf(options: unknown): unknown {
  if (options === undefined || options === null) return {}
  if (typeof options !== 'object') return options
  return Object.fromEntries(
    Object.entries(OPTION_FIELDS).flatMap(([theirs, ours]) => {
      const value: unknown = Reflect.get(options, theirs)
      return value === undefined || value === null ? [] : [[ours, value]]
    }),
  )
}
