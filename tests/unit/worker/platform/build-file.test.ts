import type { Fetcher } from '@cloudflare/workers-types'
import { expect, test, vi } from 'vitest'
import type { Settings } from '#worker/env.ts'
import { buildFile } from '#worker/platform/build-file.ts'

/** Static assets that return the given responses in turn. */
function assetsOf(...answers: Response[]) {
  const fetch = vi.fn(async () => answers.shift())
  const settings = { APP_ORIGIN: 'https://reviews.example.com' } as Settings
  return { fetch, from: { assets: { fetch } as unknown as Fetcher, settings } }
}

test('a build file is read only once', async () => {
  const read = buildFile('/words.txt', (file) => file.text())
  const { fetch, from } = assetsOf(new Response('one two'))
  expect([await read(from), await read(from)]).toEqual(['one two', 'one two'])
  expect(fetch.mock.calls).toEqual([['https://reviews.example.com/words.txt']])
})

test('a missing build file fails with unavailable, and the next call tries again', async () => {
  const read = buildFile('/words.txt', (file) => file.text())
  const { from } = assetsOf(new Response('', { status: 404 }), new Response('one two'))
  await expect(read(from)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await read(from)).toBe('one two')
})
