import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'

test('the product can be installed, with icons of the sizes they state', async () => {
  const html = await (await ask('/')).text()
  const [, address] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
  const asset = (path: string) => env.ASSETS.fetch(new URL(path, ORIGIN).href)
  const manifest = await (await asset(String(address))).json<{ icons: { src: string; sizes: string }[] }>()
  expect(manifest).toMatchObject({ name: 'Review Dashboard', start_url: '/app', display: 'standalone' })
  expect(manifest.icons).not.toEqual([])
  for (const { src, sizes } of manifest.icons) {
    const answer = await asset(src)
    expect([src, answer.status]).toEqual([src, 200])
    const bytes = new DataView(await answer.arrayBuffer())
    expect(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`).toBe(sizes)
  }
})
