import type { FetchEvent, ServiceWorkerScope } from './scope.ts'

const PREFIX = 'assets-'
/** Number of builds kept: pages left open during a deployment still need their own files. */
const KEPT_BUILDS = 2
const BUNDLE = '/assets/all.json'

export interface Build {
  /** Hash over all files of the build. */
  id: string
  /**
   * Address of the bundle: JSON with the text of all scripts and styles by address. Null if nothing is to be cached.
   */
  bundle: string | null
  stylesheet: string | undefined
}

/** The text of a script or style sheet by address; undefined if no cached build has it. */
export type TextOf = (address: string) => Promise<string | undefined>

export function keepAssets(scope: ServiceWorkerScope, { id, bundle }: Build): TextOf {
  const { caches } = scope
  const name = PREFIX + id
  /** Keyed by cache name. */
  const bundles = new Map<string, Promise<Record<string, string>>>()

  scope.addEventListener('install', (event) => event.waitUntil(precache()))
  scope.addEventListener('activate', (event) => event.waitUntil(dropOldBuilds()))
  scope.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url)
    if (origin === scope.location.origin && pathname.startsWith('/assets/'))
      event.respondWith(assetOf(event, pathname))
  })

  /**
   * Caches the build as a single file: fetching and caching some 180 files one by one would slow down a phone while it
   * shows the first screen.
   */
  async function precache(): Promise<void> {
    if (bundle !== null) {
      const answer = await scope.fetch(bundle)
      if (!answer.ok) throw new Error(`${bundle} answered ${answer.status}`)
      await (await caches.open(name)).put(BUNDLE, answer)
    }
    await scope.skipWaiting()
  }

  async function dropOldBuilds(): Promise<void> {
    const others = (await builds()).filter((each) => each !== name)
    const old = others.slice(0, others.length - (KEPT_BUILDS - 1))
    await Promise.all(old.map((each) => caches.delete(each)))
  }

  /** Responds with a file of the build, and caches the file by itself: browsers then cache its compiled code. */
  async function assetOf(event: FetchEvent, address: string): Promise<Response> {
    const kept = await caches.match(event.request.url)
    if (kept) return kept
    const text = await textOf(address)
    const answer = text === undefined ? await scope.fetch(event.request) : fileOf(address, text)
    if (answer.ok) event.waitUntil(keep(event.request.url, answer.clone()))
    return answer
  }

  async function keep(url: string, answer: Response): Promise<void> {
    await (await caches.open(name)).put(url, answer)
  }

  async function textOf(address: string): Promise<string | undefined> {
    for (const each of (await builds()).reverse()) {
      const files = bundles.get(each) ?? readBundle(each)
      bundles.set(each, files)
      const text = (await files)[address]
      if (text !== undefined) return text
    }
    return undefined
  }

  /**
   * Reads a build's bundle; empty if there is none. Not with `caches.open`: if the cache is being deleted, that would
   * create an empty one in its place, which `builds` would list as the latest.
   */
  async function readBundle(cacheName: string): Promise<Record<string, string>> {
    return (await caches.match(BUNDLE, { cacheName }))?.json() ?? {}
  }

  /** Latest last. */
  async function builds(): Promise<string[]> {
    return (await caches.keys()).filter((each) => each.startsWith(PREFIX))
  }

  return textOf
}

function fileOf(address: string, text: string): Response {
  const type = address.endsWith('.css') ? 'text/css' : 'text/javascript'
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
}
