import { createRequestHandler } from '@remix-run/cloudflare'
import * as build from '../../../build/bench/empty/server/index.js'

const handle = createRequestHandler(build, 'production')

/** The least that a page of Remix costs. */
export default { fetch: (request: Request) => handle(request) }
