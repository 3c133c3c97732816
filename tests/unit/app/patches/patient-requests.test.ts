import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForScreens } from '#app/patches/patient-requests.ts'

const ADDRESS = new URL('https://own.test/app/analytics.data')

/** The streamed body of a screen's response. */
let body: ReadableStreamDefaultController<Uint8Array>
let answers: number

const part = (text: string) => new TextEncoder().encode(text)

/** Responds like a browser: an aborted response ends in the middle. */
async function answer(address: URL | string, init?: RequestInit): Promise<Response> {
  if (String(address) === '/healthz') return new Response('ok')
  answers += 1
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller
    },
  })
  init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason))
  body.enqueue(part('one half, '))
  return new Response(stream)
}

beforeEach(() => {
  answers = 0
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('window', { fetch: answer, location: ADDRESS })
  waitForScreens()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a screen left in the middle of its response is an aborted request, not a broken response', async () => {
  const overtaken = new AbortController()
  const asked = expect(window.fetch(ADDRESS, { signal: overtaken.signal })).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(0)
  overtaken.abort()
  await asked
  expect(answers).toBe(1)
})

test('a broken response is requested again once the server is back', async () => {
  const asked = window.fetch(ADDRESS)
  await vi.advanceTimersByTimeAsync(0)
  body.error(new TypeError('network error'))
  await vi.advanceTimersByTimeAsync(999)
  expect(answers).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers).toBe(2)
  body.enqueue(part('the other half'))
  body.close()
  expect(await (await asked).text()).toBe('one half, the other half')
})

test('a response without a body is returned unchanged', async () => {
  vi.stubGlobal('window', { fetch: async () => new Response(null, { status: 204 }), location: ADDRESS })
  waitForScreens()
  expect((await window.fetch(ADDRESS)).status).toBe(204)
})
