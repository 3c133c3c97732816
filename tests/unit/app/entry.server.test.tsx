import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type ServerBuild,
} from '@remix-run/cloudflare'
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js'
import { renderToReadableStream } from 'react-dom/server.browser'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import handleRequest, { documentElement, handleError } from '#app/entry.server.tsx'
import * as root from '#app/root.tsx'
import { fixedPaths, ownPathOf, withOwnRoutes } from '#worker/patches/own-routes.ts'
import { PUBLIC_PATHS } from '#worker/rules/paths.ts'
import { SAMPLE_API } from './screen-samples.ts'

type RouteModule = ServerBuild['routes'][string]['module']
type EntryModule = ServerBuild['entry']['module']

const APP = '../../../app'
const modules = import.meta.glob<RouteModule>('../../../app/routes/**/*.tsx')
const NONCE = 'q7Zf3n+/nonce=='

/** Renders like the Remix template, as the reference. */
async function streamRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const stream = await renderToReadableStream(documentElement(context, request.url, loadContext.nonce))
  await stream.allReady
  return new Response(stream, { status, headers })
}

/** A build of the routes in the folder, found by Remix's own convention. */
async function buildWith(render: EntryModule['default']): Promise<ServerBuild> {
  const found = flatRoutes(fileURLToPath(new URL(APP, import.meta.url)))
  const rootRoute = { id: 'root', path: '', index: undefined, parentId: undefined, module: root }
  const routes: ServerBuild['routes'] = { root: rootRoute }
  for (const { id, path, index, parentId, file } of Object.values(found)) {
    const load = modules[`${APP}/${file}`]
    if (!load) throw new Error(`${file} is no module`)
    routes[id] = { id, path, index, parentId: parentId ?? 'root', module: await load() }
  }
  routes['routes/app.broken'] = {
    id: 'routes/app.broken',
    path: 'broken',
    index: undefined,
    parentId: 'routes/app',
    module: {
      default: function Broken() {
        throw new Error('boom: no such table')
      },
    },
  }
  return {
    entry: { module: { default: render, handleError, streamTimeout: 1_000 } },
    routes,
    assets: {
      entry: { imports: ['/assets/shared.js'], module: '/assets/entry.js' },
      routes: Object.fromEntries(
        Object.values(routes).map(({ module, ...route }) => [
          route.id,
          {
            ...route,
            hasAction: false,
            hasLoader: module.loader !== undefined,
            hasClientAction: false,
            hasClientLoader: false,
            hasErrorBoundary: module.ErrorBoundary !== undefined,
            module: `/assets/${route.id}.js`,
            imports: [],
          },
        ]),
      ),
      url: '/assets/manifest.js',
      version: '1',
    },
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    basename: '/',
    mode: 'production',
    isSpaMode: false,
  }
}

const SIGNED_IN: AppLoadContext = {
  api: SAMPLE_API,
  hasSessionEnded: false,
  session: {
    user: {
      id: 'u1',
      email: 'ada@demo.test',
      fullName: 'Ada </script>',
      role: 'owner',
      suggestsOnly: false,
      isVerified: true,
      mustChangePassword: false,
    },
    aal: 'aal1',
    amr: ['pwd'],
    nextLevel: 'aal1',
    organization: { id: 'o1', name: 'Ada' },
    plan: 'free',
    lastActivityAt: 0,
    expiresAt: 0,
  },
  nonce: NONCE,
  requestId: 'req-1',
  appOrigin: 'https://own.test',
  supportEmail: 'help@own.test',
  isOnSale: true,
}

/** Addresses that only redirect. */
const LEADS_ON = ['/app/reviews/open']

function addresses(): string[] {
  const found = flatRoutes(fileURLToPath(new URL(APP, import.meta.url)))
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : found[id]
    return route
      ? `${full(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
      : ''
  }
  const all = new Set(Object.keys(found).map((id) => full(id).replace('*', 'nowhere')))
  return [...all].filter((address) => !LEADS_ON.includes(address))
}

let asString: (address: string | Request, context: AppLoadContext) => Promise<Response>
let asStream: typeof asString

beforeAll(async () => {
  // 'just now' must mean the same in both renders.
  vi.useFakeTimers({ now: new Date('2026-03-20T12:00:00Z'), toFake: ['Date'] })
  const handlers = [await buildWith(handleRequest), await buildWith(streamRequest)].map((build) =>
    createRequestHandler(build, 'production'),
  )
  const [string, stream] = handlers.map(
    (handle) => (address: string | Request, context: AppLoadContext) =>
      handle(typeof address === 'string' ? new Request(`https://own.test${address}`) : address, context),
  )
  if (!string || !stream) throw new Error('both handlers are made above')
  asString = string
  asStream = stream
})

afterAll(() => {
  vi.useRealTimers()
})

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

describe('the string and the stream are the same document', () => {
  test.each(addresses())('%s', async (address) => {
    const signedOut = ['/login', '/login/challenge', '/signup'].includes(address)
    const context = signedOut ? { ...SIGNED_IN, session: null } : SIGNED_IN
    const string = await asString(address, context)
    const stream = await asStream(address, context)
    expect(string.status).toBe(address.endsWith('/nowhere') ? 404 : 200)
    expect(stream.status).toBe(string.status)
    expect(string.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await string.text()).toBe(await stream.text())
  })
})

/** Each has one parameter below it and otherwise only fixed paths. */
const ABOVE_PARAMETER = ['/app/reviews', '/invitations', '/reports']

describe('the routes of one path make the same document as all routes', async () => {
  const build = await buildWith(handleRequest)
  const paths = [...fixedPaths(build.routes)]
  const ownPath = ownPathOf(build.routes)
  test('every address without a parameter is a fixed path', () => {
    const fixed = addresses().filter((address) => !/[:*]|nowhere/.test(address))
    expect(new Set([...paths, ...LEADS_ON])).toEqual(
      new Set([...fixed, ...LEADS_ON, '/app/reviews', '/app/broken']),
    )
  })
  test.each([
    ['/app/reviews/42', '/app/reviews/:'],
    ['/invitations/k7-x', '/invitations/:'],
    ['/app/reviews', '/app/reviews'],
    ['/app/reviews/open', '/app/reviews/open'],
    ['/app/reviews/OPEN', undefined],
    ['/app/reviews/4%2F2', undefined],
    ['/app/reviews/42/', undefined],
    ['/app/reviews/42/7', undefined],
    ['/app/businesses/42/import', undefined],
    ['/app/nowhere', undefined],
    ['/nowhere', undefined],
  ])('%s belongs to %s', (path, common) => expect(ownPath(path)).toBe(common))
  const fixed = paths.filter((path) => ![...LEADS_ON, '/app/broken'].includes(path))
  const open = ABOVE_PARAMETER.flatMap((path) => [`${path}/42`, `${path}/nobody-s`])
  test.each([...fixed, ...open])('%s', async (path) => {
    const first = ABOVE_PARAMETER.find((above) => ownPath(path) === `${above}/:`)
    const own = withOwnRoutes(build, first ? `${first}/1` : path)
    expect(Object.keys(own.routes).length).toBeLessThanOrEqual(6)
    for (const context of [SIGNED_IN, { ...SIGNED_IN, session: null }]) {
      for (const suffix of ['', '.data']) {
        const request = () => new Request(`https://own.test${path}${suffix}`)
        const answer = await createRequestHandler(own, 'production')(request(), context)
        const reference = await createRequestHandler(build, 'production')(request(), context)
        expect(answer.status).toBe(reference.status)
        expect([...answer.headers]).toEqual([...reference.headers])
        expect(await answer.text()).toBe(await reference.text())
      }
    }
  })
})

test('a component that throws gives the same 500, with the error screen inside the layout', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const string = await asString('/app/broken', SIGNED_IN)
  const stream = await asStream('/app/broken', SIGNED_IN)
  expect(string.status).toBe(500)
  expect(stream.status).toBe(500)
  const html = await string.text()
  expect(html).toBe(await stream.text())
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toContain('aria-label="Main"')
  expect(html).not.toContain('no such table')
  expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toMatchObject({
    event: 'screen_failed',
    requestId: 'req-1',
    route: '/app/broken',
  })
  logged.mockRestore()
})

test.each(['/app', '/app/reviews', '/app/businesses'])(
  '%s redirects a signed-out visitor to the login and back',
  async (address) => {
    const answer = await asString(address, { ...SIGNED_IN, session: null })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/login?redirectTo=${encodeURIComponent(address)}`)
  },
)

test.each(['/login', '/signup'])(
  '%s redirects signed-in users to the dashboard, or back where they came from',
  async (address) => {
    const plain = await asString(address, SIGNED_IN)
    expect(plain.headers.get('location')).toBe('/app')
    const detour = await asString(`${address}?redirectTo=%2Fapp%2Freviews%3Frating%3D1`, SIGNED_IN)
    expect(detour.headers.get('location')).toBe('/app/reviews?rating=1')
    const foreign = await asString(`${address}?redirectTo=%2F%2Fevil.example`, SIGNED_IN)
    expect(foreign.headers.get('location')).toBe('/app')
  },
)

test.each(PUBLIC_PATHS)('%s has no script and no nonce', async (address) => {
  const html = await (await asString(address, { ...SIGNED_IN, session: null })).text()
  expect(html).not.toMatch(/<script|modulepreload|nonce/)
})

test('every script of a screen has the nonce', async () => {
  const html = await (await asString('/app/reviews', SIGNED_IN)).text()
  expect(count(html, /<script\b/g)).toBeGreaterThan(3)
  expect(count(html, /<script\b/g)).toBe(count(html, /<script nonce="q7Zf3n\+\/nonce=="/g))
})

test('inline scripts are not escaped', async () => {
  const html = await (await asString('/app', SIGNED_IN)).text()
  const sources = [...html.matchAll(/<script nonce="[^"]*">(.*?)<\/script>/gs)].map(
    ([, source = '']) => source,
  )
  expect(sources).toContain('new Worker(`/assets/prepare-intl.js`)')
  for (const source of sources) expect(() => new Script(source)).not.toThrow()
})

test.each(addresses())(
  '%s disables forms that need scripts until the scripts have loaded',
  async (address) => {
    for (const context of [SIGNED_IN, { ...SIGNED_IN, session: null }]) {
      const html = await (await asString(address, context)).text()
      for (const [form, attributes] of html.matchAll(/<form\b([^>]*)>.*?<\/form>/gs)) {
        if (attributes?.includes(' action="')) continue
        for (const [button] of form.matchAll(/<button\b[^>]*type="submit"[^>]*>/g))
          expect(button).toContain(' disabled=""')
      }
    }
  },
)

test('review texts are escaped in the document and in its data', async () => {
  const html = await (await asString('/app/reviews', SIGNED_IN)).text()
  expect(html).toContain('&lt;/script&gt;&lt;b&gt;')
  expect(html).not.toContain('</script><b>')
})

test.each([
  ['member', true],
  ['viewer', false],
] as const)('a %s is offered to report a review: %s', async (role, isOffered) => {
  const { session } = SIGNED_IN
  if (!session) throw new Error('signed in above')
  const inbox = await SAMPLE_API.screens.reviews({})
  const selected = inbox.selected && { ...inbox.selected, removedAt: null }
  const screens = { ...SAMPLE_API.screens, reviews: async () => ({ ...inbox, selected }) }
  const html = await (
    await asString('/app/reviews/1', {
      ...SIGNED_IN,
      api: { ...SAMPLE_API, screens },
      session: { ...session, user: { ...session.user, role } },
    })
  ).text()
  expect(html.includes('Report this review')).toBe(isOffered)
})

test('a chosen theme and sidebar state are in the first response', async () => {
  const request = new Request('https://own.test/app', {
    headers: { cookie: 'theme=dark; sidebar=collapsed' },
  })
  const html = await (await asString(request, SIGNED_IN)).text()
  expect(html).toContain('data-theme="dark"')
  expect(html).toContain('Expand sidebar')
})
