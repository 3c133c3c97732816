import { TRPCError } from '@trpc/server'
import type { Context, Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { domainErrorOf } from '../../api/init.ts'
import { DomainError, errorRule } from '../../errors.ts'
import { requireApiAccess } from '../../identity/keys/keys.ts'
import { requireCallsLeft } from '../../identity/limits/call-limit.ts'
import { LIMITS } from '../../identity/limits/tries.ts'
import type { ActiveSession } from '../../identity/sessions/active-session.ts'
import { requireVerified } from '../../identity/sessions/require-proof.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import { UNPROCESSABLE } from '../../rules/error-texts.ts'
import { hasFeature } from '../../rules/plans.ts'
import { jsonBody } from '../body.ts'
import type { HttpEnv } from '../http-env.ts'
import { inputKinds } from '../procedure-input.ts'
import { callProcedure } from '../trpc.ts'
import { API_ROOT, inputPlaces, KEY_HEADER, type Operation } from './operations.ts'
import { problemAnswer } from './problems.ts'
import { resourceOf } from './resources.ts'

const KEY = /^[!-~]{8,128}$/
const KEY_NEEDED = `Send the header ${KEY_HEADER}: 8 to 128 visible ASCII characters, new for each request.`

export const unknownAddress: Handler<HttpEnv> = async (c) => {
  const refusal = await callRefusal(c)
  return refusal ?? c.text('The API has no such address.', 404)
}

/** Counts a call that reaches no procedure. @returns the refusal beyond the limit, otherwise null */
async function callRefusal(c: Context<HttpEnv>): Promise<Response | null> {
  try {
    await requireCallsLeft(c.var.context, 'mutation')
    return null
  } catch (error) {
    if (error instanceof DomainError) return apiRefusal(c, error)
    throw error
  }
}

/** Calls the operation's procedure, which checks role and scope and counts the call. */
export function handlerOf(operation: Operation): Handler<HttpEnv> {
  const kinds = inputKinds(operation.procedure)
  return async (c) => {
    const { context } = c.var
    try {
      if (context.session) requireVerified({ ...context, session: context.session })
      // Report a missing key first.
      const given = context.session ? await givenInput(c, operation, kinds) : {}
      if (context.session && !hasFeature(context.session.organization.plan, 'hasApiAccess')) {
        // Count the call here, because the procedure won't be reached.
        await requireCallsLeft(context, 'mutation')
        requireApiAccess(context.session)
      }
      const answer = await callProcedure(context, operation.procedure, given)
      return await answered(c, operation, answer)
    } catch (error) {
      if (error instanceof TRPCError) return apiRefusal(c, domainErrorOf(error))
      if (error instanceof DomainError) return apiRefusal(c, error)
      throw error
    } finally {
      if (context.session) tellLimit(context.answerHeaders, context.session, context.now())
    }
  }
}

/** Path and query take precedence over the body. */
async function givenInput(c: Context<HttpEnv>, operation: Operation, kinds: ReadonlyMap<string, string>) {
  const { path, query, body } = inputPlaces(operation, [...kinds.keys()])
  const input: Record<string, unknown> = {}
  if (operation.takesKey) {
    const key = c.req.header(KEY_HEADER) ?? ''
    if (!KEY.test(key)) throw new HTTPException(400, { message: KEY_NEEDED })
    input.idempotencyKey = key
  }
  if (body.length > 0) {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') throw new HTTPException(415, { message: 'Send application/json.' })
    const sent = await jsonBody(c.req.raw)
    if (sent === undefined) throw new HTTPException(400, { message: 'The body is not JSON.' })
    for (const name of body) {
      const value: unknown = typeof sent === 'object' && sent !== null ? Reflect.get(sent, name) : undefined
      if (value !== undefined) input[name] = value
    }
  }
  for (const name of query) {
    const text = c.req.query(name)
    if (text !== undefined) input[name] = typed(text, kinds.get(name))
  }
  for (const name of path) input[name] = c.req.param(name)
  return input
}

/** Converts a query parameter. An invalid value stays a string, which the schema refuses. */
function typed(text: string, kind: string | undefined): unknown {
  if (kind === 'array') return text.split(',')
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return text
}

async function answered(c: Context<HttpEnv>, operation: Operation, answer: unknown): Promise<Response> {
  if (operation.answer === null) return c.body(null, 204)
  const resource = resourceOf(operation.answer, answer)
  if (operation.id === 'createBusiness') {
    c.header('location', `${API_ROOT}/businesses/${(resource as { id: string }).id}`)
  }
  const { nextCursor } = resource as { nextCursor?: string | null }
  if (nextCursor) c.header('link', `<${nextPage(c.req.url, nextCursor)}>; rel="next"`)
  const json = JSON.stringify(resource)
  if (operation.method === 'get') {
    const tag = `"${(await sha256Hex(json)).slice(0, 32)}"`
    c.header('etag', tag)
    if (isKnown(c.req.header('if-none-match'), tag)) return c.body(null, 304)
  }
  return c.body(json, operation.status as 200, { 'content-type': 'application/json' })
}

function nextPage(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.set('cursor', cursor)
  return `${pathname}?${searchParams}`
}

function isKnown(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return tags.includes(tag) || tags.includes('*')
}

/** Format: draft-ietf-httpapi-ratelimit-headers. */
function tellLimit(headers: Headers, { calls }: ActiveSession, now: number): void {
  const { max, windowMs } = LIMITS.callsSession
  headers.set('ratelimit-policy', `"calls";q=${max};w=${windowMs / SECOND_MS}`)
  if (!calls) return
  const left = Math.max(0, max - calls.count)
  headers.set('ratelimit', `"calls";r=${left};t=${Math.max(0, Math.ceil((calls.endsAt - now) / SECOND_MS))}`)
}

function apiRefusal(c: Context<HttpEnv>, { code, message, fields }: DomainError): Response {
  const { status, type } = errorRule(code)
  const errors = Object.entries(fields).map(([path, text]) => ({ ...placeOf(path), message: text }))
  return problemAnswer(c, { type, message, errors }, code === 'invalid_input' ? UNPROCESSABLE : status)
}

/** Splits a field path: `reviews.3.ownerResponse.text` belongs to the fourth review. */
function placeOf(path: string): { index: number | null; field: string } {
  const [, index, field = ''] = /^reviews\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  return index === undefined ? { index: null, field: path } : { index: Number(index), field }
}
