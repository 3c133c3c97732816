import {
  ACCOUNT_HEADER,
  isAppPath,
  isFromServer,
  isKeptPath,
  NOBODY,
  OPEN_DOCUMENT_HEADER,
  OPEN_PARAMETER,
  READ_AT_HEADER,
  SCREENS_PREFIX,
  SESSION_ENDS_HEADER,
  screenPath,
} from '#worker/rules/kept-screens.ts'
import type { Build, TextOf } from './keep-assets.ts'
import type { FetchEvent, ServiceWorkerScope } from './scope.ts'

/** Number of latest copies kept. A screen counts twice: its document and its data. */
const MAX_COPIES = 60

export function keepScreens(scope: ServiceWorkerScope, { stylesheet }: Build, textOf: TextOf): void {
  const { caches } = scope

  scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname, searchParams } = new URL(request.url)
    if (origin !== scope.location.origin || request.method !== 'GET') return
    if (pathname === '/__manifest') event.respondWith(manifest(request, searchParams.get('version') ?? ''))
    else if (isAppPath(pathname)) {
      if (isData(request)) event.respondWith(data(event))
      else if (request.mode === 'navigate' || request.headers.get('accept')?.startsWith('text/html'))
        event.respondWith(document(event))
    }
  })

  /** Drops old copies: their documents refer to files of the former build. */
  async function takeOver(): Promise<void> {
    await forget()
    await scope.clients.claim()
  }

  /** The routes of a build, extracted from Remix's manifest script. @param version the build's own name */
  async function manifest(request: Request, version: string): Promise<Response> {
    const script = await textOf(`/assets/manifest-${version}.js`)
    const json = /^window\.__remixManifest=(.*?);?$/s.exec(script ?? '')?.[1]
    return json === undefined ? scope.fetch(request) : Response.json(JSON.parse(json).routes)
  }

  async function document(event: FetchEvent): Promise<Response> {
    const answer = await fromServer(event)
    if (answer) return answer
    const url = new URL(event.request.url)
    const copy = await copyOf(url)
    if (copy) return withReadAt(copy)
    const other = (await copyOf(new URL(dataAddress(url), url))) && (await lastDocument())
    return other
      ? Response.redirect(`${other}#${OPEN_PARAMETER}=${encodeURIComponent(url.pathname + url.search)}`)
      : waitingPage(stylesheet)
  }

  async function data(event: FetchEvent): Promise<Response> {
    const answer = await fromServer(event)
    if (answer) return answer
    const url = new URL(event.request.url)
    const copy = await copyOf(url)
    if (copy) return copy
    const page = await copyOf(new URL(screenPath(url.pathname) + url.search, url))
    if (!page) return Response.error()
    return new Response(null, {
      headers: { [OPEN_DOCUMENT_HEADER]: '1', [READ_AT_HEADER]: page.headers.get(READ_AT_HEADER) ?? '' },
    })
  }

  /** Null if the server can't be reached. */
  async function fromServer(event: FetchEvent): Promise<Response | null> {
    try {
      const answer = await scope.fetch(event.request)
      if (!isFromServer(answer)) return null
      event.waitUntil(keep(event.request, answer.clone()))
      return answer
    } catch {
      return null
    }
  }

  async function keep(request: Request, answer: Response): Promise<void> {
    const { pathname, searchParams } = new URL(request.url)
    const account = answer.headers.get(ACCOUNT_HEADER)
    // The screen redirects, most likely to the sign-in page.
    const isSentAway = answer.type === 'opaqueredirect' && isKeptPath(pathname)
    if (isSentAway || account === NOBODY) return forget()
    if (account === null || answer.status !== 200) return
    const name = SCREENS_PREFIX + account
    await forget(name)
    if (!isKeptPath(pathname) || searchParams.has('_routes')) return
    const cache = await caches.open(name)
    const headers = new Headers(answer.headers)
    headers.set(READ_AT_HEADER, String(Date.now()))
    headers.delete('content-encoding')
    await cache.delete(request.url)
    await cache.put(request.url, new Response(await answer.blob(), { headers }))
    const copies = await cache.keys()
    await Promise.all(copies.slice(0, -MAX_COPIES).map((old) => cache.delete(old)))
  }

  async function forget(except?: string): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(SCREENS_PREFIX) && name !== except)
    await Promise.all(names.map((name) => caches.delete(name)))
  }

  async function copies(): Promise<Cache | null> {
    const name = (await caches.keys()).find((each) => each.startsWith(SCREENS_PREFIX))
    return name === undefined ? null : caches.open(name)
  }

  /** Null if its session has ended. */
  async function copyOf(url: URL): Promise<Response | null> {
    const cache = await copies()
    const [last] = (await cache?.keys())?.slice(-1) ?? []
    const newest = last && (await cache?.match(last))
    if (!cache || !newest) return null
    if (Number(newest.headers.get(SESSION_ENDS_HEADER)) > Date.now())
      return (await cache.match(url.href)) ?? null
    await forget()
    return null
  }

  async function lastDocument(): Promise<string | null> {
    const kept = (await (await copies())?.keys()) ?? []
    const page = kept.filter((request) => !isData(request)).at(-1)
    return page?.url ?? null
  }
}

function isData({ url }: Request): boolean {
  return new URL(url).pathname.endsWith('.data')
}

function dataAddress({ pathname, search }: URL): string {
  return `${pathname}.data${search}`
}

/** Adds the time of the copy to the document, for `watchConnection`. */
async function withReadAt(copy: Response): Promise<Response> {
  const html = await copy.text()
  const mark = `<html data-read-at="${Number(copy.headers.get(READ_AT_HEADER))}"`
  return new Response(html.replace('<html', mark), { headers: copy.headers })
}

/** Shown if there is no copy of a screen. Reloads the address until the server responds. */
function waitingPage(stylesheet: string | undefined): Response {
  const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="5">
${stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : ''}<title>No connection</title></head>
<body><main class="mx-auto grid min-h-dvh max-w-lg content-center gap-2 px-5">
<h1 class="text-2xl font-semibold tracking-tight">No connection</h1>
<p class="text-muted-foreground">This page will open automatically as soon as we can reach the server.</p>
<p class="mt-6"><a class="font-medium text-primary underline underline-offset-4" href="/app">Go to the Dashboard</a></p>
</main></body></html>`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'",
    },
  })
}
