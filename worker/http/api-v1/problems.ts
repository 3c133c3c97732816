import type { Context, MiddlewareHandler } from 'hono'
import { classifyError, ERROR_TEXTS } from '../../rules/error-texts.ts'
import type { HttpEnv } from '../http-env.ts'
import type { Problem } from './resources.ts'

export function problemAnswer(
  c: Context<HttpEnv>,
  { type, message, errors }: Pick<Problem, 'type' | 'message' | 'errors'>,
  status: number,
): Response {
  const { title } = ERROR_TEXTS[type]
  const { requestId } = c.var
  const problem: Problem = { type, title, status, detail: message, message, errors, requestId }
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  return new Response(JSON.stringify(problem), { status, headers })
}

/** Converts plain-text refusals from other handlers to problem details. */
export const apiErrors: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status < 400 || headers.get('content-type')?.startsWith('application/problem+json')) return
  const message = await c.res.text()
  c.res = problemAnswer(c, { type: classifyError({ status }), message, errors: [] }, status)
}
