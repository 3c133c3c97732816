import type { ServerBuild } from '@remix-run/cloudflare'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'

type Routes = ServerBuild['routes']

/**
 * The build with the routes alone that the document of a fixed path needs. Remix flattens and ranks all the routes it has,
 * several times a document, and the product has forty.
 */
export function withOwnRoutes(build: ServerBuild, path: string): ServerBuild {
  const objects = routeObjects(build.routes, undefined)
  // A document also names the routes of the paths above its own (Remix's `getPartialManifest`).
  const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/') || '/')
  const ids = new Set(above.flatMap((part) => matchRoutes(objects, part) ?? []).map(({ route }) => route.id))
  const own = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: own(build.routes),
    assets: { ...build.assets, routes: own(build.assets.routes) },
  }
}

function routeObjects(routes: Routes, parentId: string | undefined): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return index ? [{ id, path, index }] : [{ id, path, children: routeObjects(routes, id) }]
  })
}

/** Paths that need no parameter: '/app/reviews' of 'app/reviews/:id?'. */
export function fixedPaths(routes: Routes): Set<string> {
  const paths = Object.values(routes).map((route) => {
    const parts: string[] = []
    for (let at: typeof route | undefined = route; at; at = routes[at.parentId ?? ''])
      parts.unshift(...(at.path?.split('/') ?? []))
    return `/${parts.filter((part) => part !== '' && !part.endsWith('?')).join('/')}`
  })
  return new Set(paths.filter((path) => !/[:*]/.test(path)))
}
