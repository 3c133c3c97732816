import type { ServerBuild } from '@remix-run/cloudflare'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'

type Routes = ServerBuild['routes']

/**
 * The build with only the routes that a path's document needs. Remix flattens and ranks all of its routes several times
 * per document, and the product has forty: 2 to 11 % of a screen's processor time, 10 % of the Dashboard's
 * (docs/decisions/0093). tests/unit/app/entry.server.test.tsx compares every path's document with that of all routes.
 * Remove this when Remix ranks its routes only once.
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

/**
 * Returns the pattern of a path. Paths with the same pattern need the same routes: '/app/reviews' is its own pattern,
 * and every review's path has the pattern '/app/reviews/:'. Undefined for paths that several routes may match.
 */
export function ownPathOf(routes: Routes): (path: string) => string | undefined {
  const fixed = fixedPaths(routes)
  const aboveParameter = new Set(
    fullPaths(routes).flatMap((path) => /^([^:*]+)\/:[^/]+$/.exec(path)?.[1] ?? []),
  )
  return (path) => {
    if (fixed.has(path)) return path
    // Anything else may be spelled in more than one way.
    const above = /^(.+)\/[a-z\d-]+$/.exec(path)?.[1]
    return above !== undefined && aboveParameter.has(above) ? `${above}/:` : undefined
  }
}

/** Paths that need no parameter: '/app/reviews' of 'app/reviews/:id?'. */
export function fixedPaths(routes: Routes): Set<string> {
  const paths = fullPaths(routes).map((path) => path.replace(/\/[^/]+\?/g, '') || '/')
  return new Set(paths.filter((path) => !/[:*]/.test(path)))
}

function fullPaths(routes: Routes): string[] {
  return Object.values(routes).map((route) => {
    const parts: string[] = []
    for (let at: typeof route | undefined = route; at; at = routes[at.parentId ?? ''])
      parts.unshift(...(at.path?.split('/') ?? []))
    return `/${parts.filter((part) => part !== '').join('/')}`
  })
}
