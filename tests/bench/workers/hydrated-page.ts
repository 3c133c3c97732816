import { createRequestHandler } from '@remix-run/cloudflare'
import * as build from '../../../build/bench/hydrated/server/index.js'

const handle = createRequestHandler(build, 'production')

/** The document of the smallest page that a browser can hydrate. */
export default { fetch: (request: Request) => handle(request) }
