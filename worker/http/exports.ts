import { TRPCError } from '@trpc/server'
import type { Context, Handler } from 'hono'
import type * as v from 'valibot'
import { domainErrorOf } from '../api/init.ts'
import { createApi } from '../api/router.ts'
import { type DomainError, errorRule } from '../errors.ts'
import { logFault } from '../platform/log.ts'
import type { EvidenceInput } from '../rules/alarms.ts'
import type { AuditFilters } from '../rules/audit-log.ts'
import { utcDay } from '../rules/durations.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { canUpgrade } from '../rules/plans.ts'
import type { ExportReviewsInput } from '../rules/reviews.ts'
import { messagePage } from './fault.ts'
import type { HttpEnv } from './http-env.ts'

type Api = ReturnType<typeof createApi>

interface Download {
  screen: { path: string; link: string }
  type: string
  /** Name of the file; the day is appended. */
  name: string
  extension: string
  /** The procedure checks session, role and plan, and counts exports. */
  pieces(api: Api, params: URLSearchParams): Promise<AsyncGenerator<string | Uint8Array>>
}

/** `GET /export/reviews.csv`: the reviews matching the list's query, or those in `ids`. */
export const exportReviewsCsv = download({
  screen: { path: '/app/reviews', link: 'Back to Reviews' },
  type: 'text/csv; charset=utf-8',
  name: 'reviews',
  extension: 'csv',
  // The procedure's own schema validates the filters.
  pieces: (api, params) => api.reviews.export(exportInput(params) as v.InferInput<typeof ExportReviewsInput>),
})

/** `GET /export/activity.csv`: the audit log, with the filters of its screen. */
export const exportAuditLogCsv = download({
  screen: { path: '/app/team/activity', link: 'Back to Activity' },
  type: 'text/csv; charset=utf-8',
  name: 'activity',
  extension: 'csv',
  // The procedure's own schema validates the filters.
  pieces: (api, params) =>
    api.organizations.exportAuditLog(filledFields(params) as v.InferInput<typeof AuditFilters>),
})

/** `GET /export/asks.csv`: who was asked for a review, when and how. */
export const exportAsksCsv = download({
  screen: { path: '/app/ask', link: 'Back to Get reviews' },
  type: 'text/csv; charset=utf-8',
  name: 'asks',
  extension: 'csv',
  pieces: (api) => api.asking.export(),
})

/** `GET /export/evidence.csv?alarm=…`: the reviews of a possible attack. */
export const exportEvidenceCsv = download({
  screen: { path: '/app/ai-insights', link: 'Back to AI Insights' },
  type: 'text/csv; charset=utf-8',
  name: 'evidence',
  extension: 'csv',
  // The procedure's own schema validates the parameters.
  pieces: (api, params) =>
    api.insights.exportEvidence(filledFields(params) as v.InferInput<typeof EvidenceInput>),
})

/** `GET /export/report.csv?id=`: the figures of a report. */
export const exportReportCsv = download({
  screen: { path: '/app/ai-insights/reports', link: 'Back to Reports' },
  type: 'text/csv; charset=utf-8',
  name: 'report',
  extension: 'csv',
  pieces: (api, params) => api.reports.export({ id: params.get('id') ?? '' }),
})

/** `GET /export/archive.zip`: all stored data of the caller and, with the permission, of the organization. */
export const exportArchive = download({
  screen: { path: '/app/data-management', link: 'Back to Data Management' },
  type: 'application/zip',
  name: 'all-data',
  extension: 'zip',
  pieces: (api) => api.archives.export(),
})

function download({ screen, type, name, extension, pieces }: Download): Handler<HttpEnv> {
  return async (c) => {
    // Hono handles HEAD as GET, and a HEAD must not count as an export.
    if (c.req.method !== 'GET') return c.text('This address only answers GET.', 405, { allow: 'GET' })
    const { context } = c.var
    const { search, searchParams } = new URL(c.req.url)
    if (!context.session) {
      return c.redirect(`/login?${new URLSearchParams({ redirectTo: `${screen.path}${search}` })}`, 302)
    }
    try {
      const body = streamOf(await pieces(createApi(context), searchParams), context.requestId)
      const file = `${name}-${utcDay(context.now())}.${extension}`
      return new Response(body, {
        headers: { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` },
      })
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error
      return refusal(c, screen, domainErrorOf(error))
    }
  }
}

function refusal(
  c: Context<HttpEnv>,
  { path, link }: Download['screen'],
  { code, message }: DomainError,
): Response | Promise<Response> {
  if (code === 'password_change_needed') return c.redirect('/app/profile', 302)
  const { status, type } = errorRule(code)
  const plan = c.var.context.session?.organization.plan ?? ''
  const links: Record<string, string> =
    code === 'plan_limit' && canUpgrade(plan) ? { 'See the plans': '/pricing' } : {}
  const page = { title: ERROR_TEXTS[type].title, text: message, requestId: c.var.requestId }
  return c.html(messagePage({ ...page, links: { ...links, [link]: path } }), status as 400)
}

function exportInput(params: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = filledFields(params)
  if (input.rating) input.rating = Number(input.rating)
  if (typeof input.ids === 'string') input.ids = input.ids.split(',')
  // As in the list: removed reviews don't need an answer.
  if (input.status === 'pending') input.visibility ??= 'public'
  return input
}

function filledFields(params: URLSearchParams): Record<string, string> {
  const fields = [...params].map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== ''))
}

/** Pulls the next piece on demand, so that no more than one is in memory. */
function streamOf(
  pieces: AsyncGenerator<string | Uint8Array>,
  requestId: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next()
          if (done) controller.close()
          else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        } catch (cause) {
          logFault('export_broke_off', cause, { requestId })
          controller.error(cause)
        }
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
