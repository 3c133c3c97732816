import { createApp } from '#worker/http/app.ts'
import * as build from '../../../build/server/index.js'

/** What answers whatever no other route does, and what stands before all routes. */
const EVERYWHERE = '/*'

/** The addresses the Worker answers besides its screens, as it registers them: `/auth/:provider`. */
export const ROUTES: readonly string[] = [...new Set(createApp(build).routes.map(({ path }) => path))].filter(
  (path) => path !== EVERYWHERE,
)
