import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  api,
  errorReason,
  errorText,
  errorType,
  fieldErrors,
  isUnanswered,
  retryAfterMs,
} from '#app/lib/api.ts'

const REFUSED = {
  error: {
    message: 'Refused',
    code: -32600,
    data: {
      type: 'VALIDATION',
      reason: 'invalid_input',
      advice: 'Give it a name.',
      fields: { name: 'Missing' },
    },
  },
}

let answer: () => Response
const asked = vi.fn((_url: string, _request: RequestInit) => Promise.resolve().then(() => answer()))

beforeEach(() => {
  asked.mockClear()
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem: () => {} } })
})
afterEach(() => vi.unstubAllGlobals())

/** The error that a call rejected with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('The call succeeded.'),
    (error) => error,
  )
}

test('a query is a GET with its input in the address', async () => {
  answer = () => Response.json({ result: { data: { status: 'running' } } })
  expect(await api.collection.run.query({ id: 'a b&c' })).toEqual({ status: 'running' })
  const [url, request] = asked.mock.calls[0] ?? []
  expect(url).toBe('/trpc/collection.run?input=%7B%22id%22%3A%22a%20b%26c%22%7D')
  expect(request).toMatchObject({ method: 'GET' })
})

test('a query without an input has no query string', async () => {
  answer = () => Response.json({ result: { data: null } })
  expect(await api.auth.session.query()).toBeNull()
  expect(asked.mock.calls[0]?.[0]).toBe('/trpc/auth.session')
})

test('a mutation is a POST with its input as JSON', async () => {
  answer = () => Response.json({ result: {} })
  expect(await api.businesses.remove.mutate({ id: '1' })).toBeUndefined()
  expect(asked.mock.calls[0]).toMatchObject([
    '/trpc/businesses.remove',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' },
  ])
})

test('a refusal carries its type, reason, advice and invalid fields', async () => {
  answer = () => Response.json(REFUSED, { status: 429, headers: { 'retry-after': '7' } })
  const error = await failureOf(api.auth.session.query())
  expect(errorType(error)).toBe('VALIDATION')
  expect(errorReason(error)).toBe('invalid_input')
  expect(errorText(error)).toBe('Give it a name.')
  expect(fieldErrors(error)).toEqual({ name: 'Missing' })
  expect(retryAfterMs(error)).toBe(7000)
})

test.each([
  ['no net', () => Promise.reject(new TypeError('Failed to fetch')) as never],
  ['a page of somebody else', () => new Response('<html>')],
])('%s is a network error', async (_name, given) => {
  answer = given
  const error = await failureOf(api.auth.session.query())
  expect(errorType(error)).toBe('NETWORK')
  expect(errorReason(error)).toBeNull()
  expect(fieldErrors(error)).toEqual({})
  expect(retryAfterMs(error)).toBeNull()
})

test('an error outside a call has no known type', () => {
  expect(errorType(new Error('of a component'))).toBe('UNKNOWN')
})

const busy = { headers: { 'retry-after': '9' } }
test.each([
  [429, 'Too Many Requests', 'RATE_LIMIT', 'HTTP 429: Too Many Requests', false],
  [503, 'Service Unavailable', 'SERVER', 'HTTP 503: Service Unavailable', true],
  [504, '', 'SERVER', 'HTTP 504: Server Error', true],
  [403, 'Forbidden', 'AUTHORIZATION', 'HTTP 403: Forbidden', false],
  [408, 'Request Timeout', 'TIMEOUT', 'HTTP 408: Request Timeout', false],
] as const)(
  'a response from outside our API is classified by its status: %i',
  async (status, statusText, type, message, unanswered) => {
    for (const body of ['<html>busy</html>', '{"error":"busy"}', '']) {
      answer = () => new Response(body, { ...busy, status, statusText })
      const error = await failureOf(api.auth.session.query())
      expect(errorType(error)).toBe(type)
      expect(errorText(error)).toBe(message)
      expect(errorReason(error)).toBeNull()
      expect(isUnanswered(error)).toBe(unanswered)
      expect(retryAfterMs(error)).toBe(9_000)
    }
  },
)

/** Behaves like `fetch` with a server that never responds. */
function neverAnswered(_url: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

test.each([
  ['auth.session', 30, () => api.auth.session.query()],
  ['imports.importRows', 120, () => api.imports.importRows.mutate({} as never)],
] as const)('%s without a response times out after %i seconds', async (_, seconds, call) => {
  vi.useFakeTimers()
  try {
    asked.mockImplementationOnce(neverAnswered)
    let failure: unknown = null
    const ended = failureOf(call()).then((error) => (failure = error))
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(failure).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await ended
    expect(errorType(failure)).toBe('TIMEOUT')
    expect(errorText(failure)).toBe('The request took too long to complete. Please try again.')
    expect(isUnanswered(failure)).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a call that its screen aborts ends at once', async () => {
  asked.mockImplementationOnce(neverAnswered)
  const leaving = new AbortController()
  const ended = failureOf(api.auth.session.query(undefined, { signal: leaving.signal }))
  leaving.abort()
  expect(errorType(await ended)).not.toBe('TIMEOUT')
})
