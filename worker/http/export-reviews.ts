import { TRPCError } from '@trpc/server'
import type { Context, Handler } from 'hono'
import type * as v from 'valibot'
import { domainErrorOf } from '../api/init.ts'
import { createApi } from '../api/router.ts'
import { type DomainError, errorRule } from '../errors.ts'
import { logFault } from '../platform/log.ts'
import { utcDay } from '../rules/durations.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import type { ExportReviewsInput } from '../rules/reviews.ts'
import { messagePage } from './fault.ts'
import type { HttpEnv } from './http-env.ts'

const REVIEWS = '/app/reviews'

/**
 * `GET /export/reviews.csv`: the reviews that the list of the same query shows, or those of `ids`. The procedure behind it asks
 * for session and plan, and counts the exports.
 */
export const exportReviewsCsv: Handler<HttpEnv> = async (c) => {
  // Hono answers HEAD as GET, and looking must not count.
  if (c.req.method !== 'GET') return c.text('This address only answers GET.', 405, { allow: 'GET' })
  const { context } = c.var
  const url = new URL(c.req.url)
  if (!context.session) {
    return c.redirect(`/login?${new URLSearchParams({ redirectTo: `${REVIEWS}${url.search}` })}`, 302)
  }
  try {
    // What is wrong with a filter is said by the procedure's own schema.
    const input = exportInput(url.searchParams) as v.InferInput<typeof ExportReviewsInput>
    const pieces = await createApi(context).reviews.export(input)
    return new Response(streamOf(pieces, context.requestId), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="reviews-${utcDay(context.now())}.csv"`,
      },
    })
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    return refusal(c, domainErrorOf(error))
  }
}

function refusal(c: Context<HttpEnv>, { code, message }: DomainError): Response | Promise<Response> {
  if (code === 'password_change_needed') return c.redirect('/app/profile', 302)
  const { status, type } = errorRule(code)
  const links: Record<string, string> = code === 'plan_limit' ? { 'See the plans': '/pricing' } : {}
  const page = { title: ERROR_TEXTS[type].title, text: message, requestId: c.var.requestId }
  return c.html(messagePage({ ...page, links: { ...links, 'Back to the reviews': REVIEWS } }), status as 400)
}

/** The filters of the list's address, as the API takes them. */
function exportInput(params: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, value] of params) if (value.trim() !== '') input[name] = value.trim()
  if (input.rating) input.rating = Number(input.rating)
  if (typeof input.ids === 'string') input.ids = input.ids.split(',')
  // As in the list: what its platform has removed waits for no answer.
  if (input.status === 'pending') input.visibility ??= 'public'
  return input
}

/** Asks for the next piece when the reader wants it, so no more than one is in memory. */
function streamOf(pieces: AsyncGenerator<string>, requestId: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
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
