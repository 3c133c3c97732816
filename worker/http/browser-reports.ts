import type { Handler, Context as HonoContext } from 'hono'
import * as v from 'valibot'
import type { Context } from '../context.ts'
import { LIMITS, takeTry } from '../identity/limits/tries.ts'
import { storeEvent } from '../identity/log/audit.ts'
import { recordSpeed } from '../operation/page-speed.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { policyReportOf, securityReportOf } from '../rules/security-events.ts'
import { WebVitals } from '../rules/web-vitals.ts'
import { jsonBody } from './body.ts'
import { ownOrigins } from './envelope.ts'
import type { HttpEnv } from './http-env.ts'

const MAX_REPORT_BYTES = 4 * 1024

/** `POST /api/security-log`: one of the seven event types, reported by our own pages. Always returns 204. */
export const securityLog: Handler<HttpEnv> = (c) => recordQuietly(c, 'browser', securityReportOf)

/** `POST /api/csp-report`: violations of our content security policy. Always returns 204. */
export const policyReports: Handler<HttpEnv> = (c) => recordQuietly(c, 'policy', policyReportOf)

/** `POST /api/web-vitals`: page speed, counted for the operator. Always returns 204. */
export const webVitals: Handler<HttpEnv> = async (c) => {
  const nothing = c.body(null, 204)
  const read = v.safeParse(WebVitals, await jsonBody(c.req.raw, MAX_REPORT_BYTES).catch(() => undefined))
  if (!read.success || Object.keys(read.output).length === 0) return nothing
  try {
    const { context } = c.var
    const { isAllowed } = await takeTry(context, LIMITS.webVitalsSource, context.network.prefix)
    if (!isAllowed) return nothing
    logEvent('web_vitals', read.output)
    await recordSpeed(context, read.output)
  } catch (cause) {
    logFault('report_not_stored', cause, { requestId: c.var.requestId })
  }
  return nothing
}

type Read = (json: unknown) => Omit<Report, 'source'> | null

async function recordQuietly(
  c: HonoContext<HttpEnv>,
  source: Report['source'],
  read: Read,
): Promise<Response> {
  const nothing = c.body(null, 204)
  try {
    const origin = c.req.header('origin')
    if (origin !== undefined && !ownOrigins(c.var.settings).includes(origin)) return nothing
    const report = read(await jsonBody(c.req.raw, MAX_REPORT_BYTES).catch(() => undefined))
    if (report) await recordReport(c.var.context, { source, ...report })
  } catch (cause) {
    logFault('report_not_stored', cause, { requestId: c.var.requestId })
  }
  return nothing
}

interface Report {
  source: 'browser' | 'policy'
  type: string
  detail: string
}

/** Stores a report, at most 30 a minute from a session or network, because anyone may send reports. */
async function recordReport(ctx: Context, { source, type, detail }: Report): Promise<void> {
  const { session } = ctx
  const { isAllowed } = await takeTry(ctx, LIMITS.securityLogSource, session?.id ?? ctx.network.prefix)
  if (!isAllowed) return
  const userId = session?.user.id
  logEvent('reported', { source, type, requestId: ctx.requestId, userId })
  const organizationId = session?.organization.id
  await storeEvent(ctx, { userId, organizationId, source, type, outcome: 'reported', detail })
}
