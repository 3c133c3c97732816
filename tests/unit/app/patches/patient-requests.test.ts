import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForScreens } from '#app/patches/patient-requests.ts'

const ADDRESS = new URL('https://own.test/app/analytics.data')

/** The body of a screen's answer, which comes in parts. */
let body: ReadableStreamDefaultController<Uint8Array>
let answers: number

const part = (text: string) => new TextEncoder().encode(text)

/** Answers like a browser: what was aborted ends in the middle. */
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

test('a screen that is overtaken in the middle of its answer is an aborted request, not a broken answer', async () => {
  const overtaken = new AbortController()
  const asked = expect(window.fetch(ADDRESS, { signal: overtaken.signal })).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(0)
  overtaken.abort()
  await asked
  expect(answers).toBe(1)
})

test('a screen whose answer breaks off is asked for again once the server is there', async () => {
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

test('an answer without a body stays one', async () => {
  vi.stubGlobal('window', { fetch: async () => new Response(null, { status: 204 }), location: ADDRESS })
  waitForScreens()
  expect((await window.fetch(ADDRESS)).status).toBe(204)
})
