import { createRequestHandler } from '@remix-run/cloudflare'
import * as build from '../../../build/bench/empty/server/index.js'

const handle = createRequestHandler(build, 'production')

/** The minimum cost of a Remix page. */
export default { fetch: (request: Request) => handle(request) }
