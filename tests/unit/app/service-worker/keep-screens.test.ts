import { expect, test } from 'vitest'
import { keepAssets } from '#app/service-worker/keep-assets.ts'
import { keepScreens } from '#app/service-worker/keep-screens.ts'
import type { ServiceWorkerScope } from '#app/service-worker/scope.ts'
import {
  ACCOUNT_HEADER,
  OPEN_DOCUMENT_HEADER,
  READ_AT_HEADER,
  SESSION_ENDS_HEADER,
} from '#worker/rules/kept-screens.ts'

const ORIGIN = 'https://reviews.example.com'
const HOUR_MS = 60 * 60_000

/** The part of the Cache API that the service worker uses. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  const addressOf = (asked: Request | string) =>
    new URL(asked instanceof Request ? asked.url : asked, ORIGIN).href
  function cacheOf(name: string) {
    const kept = all.get(name) ?? new Map<string, Response>()
    all.set(name, kept)
    return {
      put: async (asked: string, answer: Response) => void kept.set(addressOf(asked), answer),
      match: async (asked: Request | string) => kept.get(addressOf(asked))?.clone(),
      delete: async (asked: Request | string) => kept.delete(addressOf(asked)),
      keys: async () => [...kept.keys()].map((address) => new Request(address)),
    }
  }
  return {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (asked: string, { cacheName }: MultiCacheQueryOptions = {}) =>
      [...all]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .map(([, kept]) => kept.get(addressOf(asked)))
        .find(Boolean)
        ?.clone(),
  }
}

/** A browser with our service worker and a server with given responses; without one it is down. */
function browser(id = 'one', caches = memoryCaches()) {
  const build = { id, bundle: `/assets/all-${id}.json`, stylesheet: `/assets/app-${id}.css` }
  let bundleAnswer = Response.json({
    [`/assets/app-${id}.css`]: 'p {}',
    [`/assets/app-${id}.js`]: `export const build = '${id}'`,
    [`/assets/manifest-${id}.js`]: 'window.__remixManifest={"routes":{"root":{"id":"root"}}};',
  })
  const listeners: Record<string, ((event: never) => void)[]> = {}
  let server: (() => Response) | null = null
  const scope = {
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners[type] = [...(listeners[type] ?? []), listener]
    },
    location: { origin: ORIGIN },
    registration: {},
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
    caches,
    fetch: async (asked: Request | string) => {
      if (asked === build.bundle) return bundleAnswer.clone()
      if (!server) throw new TypeError('Failed to fetch')
      return server()
    },
  } as unknown as ServiceWorkerScope
  keepScreens(scope, build, keepAssets(scope, build))

  async function dispatch(type: string, request?: Request) {
    const work: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    const event = {
      request,
      waitUntil: (one: Promise<unknown>) => work.push(one),
      respondWith: (one: Promise<Response>) => {
        answer = one
      },
    }
    for (const listener of listeners[type] ?? []) listener(event as never)
    const given = await answer
    await Promise.all(work)
    return given
  }
  return {
    caches,
    install: async () => {
      await dispatch('install')
      await dispatch('activate')
    },
    /** Resolves with undefined if the service worker leaves the request to the browser. */
    ask: (path: string) =>
      dispatch(
        'fetch',
        new Request(ORIGIN + path, { headers: path.includes('.data') ? {} : { accept: 'text/html' } }),
      ),
    answerWith: (body: string, { account = 'anna', endsIn = HOUR_MS, status = 200 } = {}) => {
      server = () =>
        new Response(body, {
          status,
          headers: { [ACCOUNT_HEADER]: account, [SESSION_ENDS_HEADER]: String(Date.now() + endsIn) },
        })
    },
    die: () => {
      server = null
    },
    loseBundle: () => {
      bundleAnswer = new Response(null, { status: 404 })
    },
  }
}

const PAGE = '<!DOCTYPE html><html lang="en"><body>3 reviews</body></html>'

test('a screen that was opened is available without a server and shows its time', async () => {
  const it = browser()
  it.answerWith(PAGE)
  expect(await (await it.ask('/app/reviews'))?.text()).toBe(PAGE)
  it.die()
  const copy = await it.ask('/app/reviews')
  expect(Number(copy?.headers.get(READ_AT_HEADER))).toBeGreaterThan(Date.now() - 60_000)
  expect(await copy?.text()).toMatch(/^<!DOCTYPE html><html data-read-at="\d+" lang="en">/)
})

test('screen data is available, too, and documents and data stand in for each other', async () => {
  const it = browser()
  it.answerWith(PAGE)
  await it.ask('/app')
  it.answerWith('data of the list')
  await it.ask('/app/reviews.data?status=pending')
  it.die()
  expect(await (await it.ask('/app/reviews.data?status=pending'))?.text()).toBe('data of the list')
  expect((await it.ask('/app.data'))?.headers.has(OPEN_DOCUMENT_HEADER)).toBe(true)
  const redirect = await it.ask('/app/reviews?status=pending')
  expect(redirect?.headers.get('location')).toBe(`${ORIGIN}/app#open=%2Fapp%2Freviews%3Fstatus%3Dpending`)
})

test('a screen that was never opened gets a page that retries, and its data an error', async () => {
  const it = browser()
  expect(await (await it.ask('/app'))?.text()).toContain('http-equiv="refresh"')
  expect((await it.ask('/app.data'))?.type).toBe('error')
})

test.each(['/app/security', '/app/profile.data', '/app/reviews/open?review=1', '/app/businesses/7/connect'])(
  '%s is never cached',
  async (path) => {
    const it = browser()
    it.answerWith(PAGE)
    await it.ask(path)
    expect(await it.caches.keys()).toEqual([])
  },
)

test.each(['/trpc/reviews.list', '/login', '/auth/google', '/', '/application'])(
  '%s is left to the browser',
  async (path) => {
    expect(await browser().ask(path)).toBeUndefined()
  },
)

test('failures and data of single routes are not cached', async () => {
  const it = browser()
  it.answerWith('no', { status: 500 })
  await it.ask('/app')
  it.answerWith('part')
  await it.ask('/app.data?_routes=root')
  it.die()
  expect((await it.ask('/app.data?_routes=root'))?.type).toBe('error')
})

test('a CDN error in place of the server shows the cached copy', async () => {
  const it = browser()
  it.answerWith(PAGE)
  await it.ask('/app')
  it.answerWith('bad gateway', { status: 502 })
  expect(await (await it.ask('/app'))?.text()).toContain('3 reviews')
})

test('cached screens are deleted when another account is signed in or none', async () => {
  const it = browser()
  it.answerWith(PAGE)
  await it.ask('/app')
  it.answerWith(PAGE, { account: 'ben' })
  await it.ask('/app/businesses')
  expect(await it.caches.keys()).toEqual(['screens-ben'])
  it.answerWith('', { account: 'none' })
  await it.ask('/app/profile')
  expect(await it.caches.keys()).toEqual([])
})

test('a cached screen expires with its session', async () => {
  const it = browser()
  it.answerWith(PAGE, { endsIn: -1 })
  await it.ask('/app')
  it.die()
  expect(await (await it.ask('/app'))?.text()).toContain('No connection')
  expect(await it.caches.keys()).toEqual([])
})

test("a new build keeps the previous build's files for open pages, but no cached screens", async () => {
  const caches = memoryCaches()
  for (const id of ['one', 'two', 'three']) {
    const it = browser(id, caches)
    await it.install()
    it.answerWith(PAGE)
    await it.ask('/app')
  }
  const last = browser('four', caches)
  await last.install()
  expect(await caches.keys()).toEqual(['assets-three', 'assets-four'])
  const script = await last.ask('/assets/app-three.js')
  expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await script?.text()).toBe("export const build = 'three'")
  const styles = await last.ask('/assets/app-four.css')
  expect(styles?.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('a used file is also cached by itself, so that the browser can cache its compiled code', async () => {
  const it = browser()
  await it.install()
  const kept = await it.caches.open('assets-one')
  expect(await kept.match('/assets/app-one.js')).toBeUndefined()
  await it.ask('/assets/app-one.js')
  expect(await (await kept.match('/assets/app-one.js'))?.text()).toBe("export const build = 'one'")
})

test('the manifest of this build works offline; other builds and their files are requested', async () => {
  const it = browser()
  await it.install()
  it.answerWith('from the server')
  expect(await (await it.ask('/__manifest?version=one&p=%2Fapp'))?.json()).toEqual({ root: { id: 'root' } })
  for (const path of ['/__manifest?version=two&p=%2Fapp', '/assets/app-two.js'])
    expect(await (await it.ask(path))?.text()).toBe('from the server')
})

test('a service worker whose files are missing is not installed', async () => {
  const it = browser()
  it.loseBundle()
  await expect(it.install()).rejects.toThrow('/assets/all-one.json answered 404')
  expect(await it.caches.keys()).toEqual([])
})
