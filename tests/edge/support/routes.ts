import { createApp } from '#worker/http/app.ts'
import * as build from '../../../build/server/index.js'

/** The catch-all route, and the middleware before all routes. */
const EVERYWHERE = '/*'

/** The worker's addresses besides its screens, as it registers them: `/auth/:provider`. */
export const ROUTES: readonly string[] = [
  ...new Set(createApp(async () => build).routes.map(({ path }) => path)),
].filter((path) => path !== EVERYWHERE)
