import { expect, test, vi } from 'vitest'
import { isServerThere } from '#app/lib/connection.ts'

const page = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }))

test.each([
  ['a healthy server', () => Promise.resolve(Response.json({ ok: true })), true],
  [
    'a server whose ticks have stopped',
    () => Promise.resolve(Response.json({ ok: false }, { status: 503 })),
    true,
  ],
  ['a database that does not respond', page(503, 'Please try again.'), false],
  ['a platform’s error page', page(522, '<h1>Connection timed out</h1>'), false],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('%s: is the server there?', async (_, fetch, isThere) => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', fetch)
  expect(await isServerThere()).toBe(isThere)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
