import { createExecutionContext, env } from 'cloudflare:test'
import type { ExecutionContext } from '@cloudflare/workers-types'
import { describe, expect, test } from 'vitest'
import { newAddress } from '#tests/edge/support/networks.ts'
import { PUBLIC_PAGES } from '#tests/edge/support/pages.ts'
import { ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { createApp } from '#worker/http/app.ts'
import * as build from '../../../build/server/index.js'

const PUBLIC = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

/** A worker with an empty cache. */
function freshWorker() {
  const app = createApp(async () => build)
  return async (address: string, { headers, ...init }: RequestInit = {}) => {
    const request = new Request(ORIGIN + address, {
      redirect: 'manual',
      ...init,
      headers: { 'cf-connecting-ip': newAddress(), ...headers },
    })
    const answer = await app.fetch(request, env, createExecutionContext() as unknown as ExecutionContext)
    return { status: answer.status, cache: answer.headers.get('cache-control'), html: await answer.text() }
  }
}

function encoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16)}`
}

/** Spellings of a page's address, and addresses close to it. */
function spellingsOf(page: string): string[] {
  const [first = '', ...rest] = page.slice(1)
  const spellings = [
    page,
    `${page}?`,
    `${page}?upgrade=success`,
    `${page}?_routes=root`,
    `${page}#top`,
    `/.${page}`,
    `/%2e${page}`,
    `/elsewhere/..${page}`,
    `/${page}`,
    `/%2f${page.slice(1)}`,
    `/%5c${page.slice(1)}`,
    `${page}/`,
    `${page}//`,
    `${page}%2f`,
    `${page}/.`,
    `${page}.data`,
    `${page}.css`,
    `${page};a.js`,
    `${page}%3fa`,
    `${page}%23a`,
    `${page}%20`,
    `${page}%00`,
    `${page}%0a`,
    page.toUpperCase(),
    ...(first === ''
      ? ['/_root.data', '/index', '/_index']
      : [
          `/${encoded(first)}${rest.join('')}`,
          `/${first}${rest.slice(0, -1).join('')}${encoded(rest.at(-1) ?? '')}`,
          `/${[first, ...rest].map(encoded).join('')}`,
          `/%25${encoded(first).slice(1)}${rest.join('')}`,
          `/${first.toUpperCase()}${rest.join('')}`,
        ]),
  ]
  return [...new Set(spellings)]
}

/** Requests that differ in method and in what they say about the visitor. */
async function waysToAsk(): Promise<RequestInit[]> {
  const session = await signedIn(await createAccount(env.DB, { fullName: 'Nobody Sees This' }))
  return [
    {},
    { headers: { cookie: `${session}; theme=dark; tz=Asia/Tokyo`, 'accept-language': 'de-AT' } },
    { method: 'HEAD' },
    { headers: { cookie: 'theme=dark' } },
    { headers: { authorization: 'Bearer of-something' } },
    { headers: { 'accept-language': 'de-AT', 'x-forwarded-host': 'evil.example' } },
  ]
}

/** The same code answers all of them. `/` comes first because it has spellings of its own. */
const PAGES = PUBLIC_PAGES.toSorted().slice(0, volume(2, PUBLIC_PAGES.length))

describe.each(PAGES)('%s', (page) => {
  test.each(spellingsOf(page))(
    'a first request for %s never puts a personal page into the cache',
    async (spelling) => {
      const plain = await freshWorker()(page)
      expect(plain).toMatchObject({ status: 200, cache: PUBLIC })
      const { pathname, search } = new URL(ORIGIN + spelling)
      for (const init of (await waysToAsk()).slice(0, volume(3, 6))) {
        const ask = freshWorker()
        const first = await ask(spelling, init)
        expect(first.status).toBeLessThan(500)
        // Publicly cacheable at exactly this address only, for an anonymous request.
        const isPlain =
          init.method === undefined && !/cookie|authorization/.test(Object.keys(init.headers ?? {}).join())
        const isExact = pathname === page && search === ''
        expect(first.cache).toBe(isPlain && isExact ? PUBLIC : 'private, no-store')
        if (isExact && init.method === undefined) expect(first.html).toBe(plain.html)
        expect(await ask(page)).toEqual(plain)
        // The cached page is what everyone gets at this address.
        expect((await ask(page, init)).html).toBe(init.method === 'HEAD' ? '' : plain.html)
      }
    },
  )
})
