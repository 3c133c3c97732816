import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/cloudflare'
import type { ApiCaller } from '#worker/api/router.ts'

const REVIEWS = 'routes/app.reviews.($id)'
export const ROWS = 100

/** The same screens, except that the Reviews screen loads 100 reviews instead of 25. */
export function withHundredRows(build: ServerBuild): ServerBuild {
  const route = build.routes[REVIEWS]
  const load = route?.module.loader
  if (!route || !load) throw new Error(`${REVIEWS} has no loader.`)
  const module = { ...route.module, loader: ofHundredRows(load) }
  return { ...build, routes: { ...build.routes, [REVIEWS]: { ...route, module } } }
}

/** Wraps the Reviews screen's loader to load 100 reviews. */
export function ofHundredRows<Answer>(load: (args: LoaderFunctionArgs) => Answer) {
  return (args: LoaderFunctionArgs): Answer => {
    const { api } = args.context
    const reviews: ApiCaller['screens']['reviews'] = (input) => api.screens.reviews({ ...input, limit: ROWS })
    return load({
      ...args,
      context: { ...args.context, api: { screens: { reviews } } },
    } as LoaderFunctionArgs)
  }
}
