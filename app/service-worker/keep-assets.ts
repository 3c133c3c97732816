import type { ServiceWorkerScope } from './scope.ts'

const PREFIX = 'assets-'
/** Pages that are open while a new build comes still need the files of their own. */
const KEPT_BUILDS = 2

export interface Build {
  /** Differs where the files differ. */
  id: string
  /** Addresses of all scripts and styles. */
  assets: readonly string[]
}

/** Keeps the scripts and styles of the build, so that nothing on a screen needs the server to open. */
export function keepAssets(scope: ServiceWorkerScope, { id, assets }: Build): void {
  const name = PREFIX + id
  scope.addEventListener('install', (event) => event.waitUntil(precache(scope, name, assets)))
  scope.addEventListener('activate', (event) => event.waitUntil(dropOldBuilds(scope, name)))
  scope.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url)
    if (origin === scope.location.origin && pathname.startsWith('/assets/'))
      event.respondWith(assetOf(event.request))
  })

  async function assetOf(request: Request): Promise<Response> {
    const kept = await scope.caches.match(request.url)
    if (kept) return kept
    const answer = await scope.fetch(request)
    if (answer.ok) await (await scope.caches.open(name)).put(request.url, answer.clone())
    return answer
  }
}

async function precache(scope: ServiceWorkerScope, name: string, assets: readonly string[]): Promise<void> {
  await (await scope.caches.open(name)).addAll([...assets])
  await scope.skipWaiting()
}

async function dropOldBuilds(scope: ServiceWorkerScope, name: string): Promise<void> {
  const others = (await scope.caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name)
  const old = others.slice(0, others.length - (KEPT_BUILDS - 1))
  await Promise.all(old.map((each) => scope.caches.delete(each)))
}

/**
 * The routes of a build, out of the file that Remix makes of them; null for a build that is not kept.
 *
 * @param version the build's name for itself, as Remix's own request for routes has it
 */
export async function routesOf(scope: ServiceWorkerScope, version: string): Promise<object | null> {
  const file = await scope.caches.match(`/assets/manifest-${version}.js`)
  const json = /^window\.__remixManifest=(.*?);?$/s.exec((await file?.text()) ?? '')?.[1]
  return json === undefined ? null : JSON.parse(json).routes
}
