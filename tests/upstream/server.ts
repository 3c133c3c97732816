import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { routeAssistant } from './assistant.ts'
import { UpstreamControl } from './control.ts'
import { CONTROL_PREFIX, controlAnswer, type Simulation } from './control-routes.ts'
import { deliver } from './delivery.ts'
import { routeFacebook } from './facebook.ts'
import { createFacebookDesk, FACEBOOK_CLIENT } from './facebook-desk.ts'
import { faultyAnswer } from './fault-answers.ts'
import { type ActiveFault, createFaultBook } from './faults.ts'
import { routeGoogle } from './google.ts'
import { createBusinessOffice, routeGoogleBusiness } from './google-business.ts'
import { PLACES_API_KEY, routeGooglePlaces } from './google-places.ts'
import { routeIdentity } from './identity.ts'
import { createIdentityDesk } from './identity-desk.ts'
import { pictureAt } from './pictures.ts'
import { createPushDesk, routePush } from './push.ts'
import { createReceiverDesk, routeReceiver } from './receiver.ts'
import { createRecorder } from './recorder.ts'
import { routeStripe } from './stripe.ts'
import {
  createStripeDesk,
  type EventDelivery,
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
} from './stripe-desk.ts'
import { routeTripadvisor, TRIPADVISOR_API_KEY } from './tripadvisor.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'
import { createWorld, defaultNow } from './world.ts'
import { routeYelp } from './yelp.ts'
import { routeYelpApi, YELP_API_KEY } from './yelp-api.ts'

const MAX_REQUEST_BYTES = 1_000_000

export interface UpstreamOptions {
  /** A free port by default. */
  port?: number
  /** Current time of the simulated reviews, in milliseconds UTC; the last midnight by default. */
  now?: number
  /** Delivery of Stripe's events; `never` by default, which only lists them. */
  stripeEvents?: EventDelivery
}

export interface Upstream {
  origin: string
  /** The worker's variables for this simulator: `UPSTREAM_ORIGIN`, and the clients and keys that it accepts. */
  settings: Record<string, string>
  /** Every host requested since the start. */
  hosts(): ReadonlySet<string>
  /** Closes all connections, including hanging ones. */
  close(): Promise<void>
  control: UpstreamControl
}

/** Starts a simulator of review platforms and identity providers on 127.0.0.1. @throws Error if the port is taken */
export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const world = createWorld(options.now ?? defaultNow())
  const identity = createIdentityDesk()
  const simulation: Simulation = {
    world,
    identity,
    faults: createFaultBook(),
    recorder: createRecorder(),
    business: createBusinessOffice(world, identity.grants),
    facebook: createFacebookDesk(),
    push: createPushDesk(),
    receiver: createReceiverDesk(),
    stripe: createStripeDesk(options.stripeEvents),
  }
  const server = createServer((request, response) => {
    handle(simulation, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else
        response
          .writeHead(500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: String(error) }))
    })
  })
  await listening(server, options.port ?? 0)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    settings: { UPSTREAM_ORIGIN: origin, ...simulatedKeys(identity) },
    control: new UpstreamControl(origin),
    hosts: simulation.recorder.hosts,
    close: () => closed(server),
  }
}

/** The clients and keys that a simulator accepts, as variables of the worker. */
export function simulatedKeys(identity = createIdentityDesk()): Record<string, string> {
  return {
    GOOGLE_PLACES_API_KEY: PLACES_API_KEY,
    YELP_API_KEY,
    TRIPADVISOR_API_KEY,
    FACEBOOK_CLIENT_ID: FACEBOOK_CLIENT.id,
    FACEBOOK_CLIENT_SECRET: FACEBOOK_CLIENT.secret,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    ...identity.clients.settings,
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_REQUEST_BYTES) throw new RangeError('The request body is too long.')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

async function handle(
  simulation: Simulation,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = message.method ?? 'GET'
  const url = new URL(message.url ?? '/', 'http://127.0.0.1')
  const bytes = await bodyOf(message)
  const body = bytes.toString()
  if (url.pathname.startsWith(CONTROL_PREFIX)) {
    const answer = controlAnswer(simulation, method, url.pathname, url.searchParams, body)
    await simulation.stripe.delivered()
    await deliver(response, answer)
    return
  }
  const [, host = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? []
  const path = rest === '' ? '/' : rest
  // Not recorded: browsers load pictures, not the product.
  const picture = pictureAt({ host, path })
  if (picture) return deliver(response, picture)
  const request = { method, host, path, query: url.searchParams, headers: message.headers, body, bytes }
  const answer = answerOf(simulation, request)
  await simulation.stripe.delivered()
  await deliver(response, answer)
}

/**
 * Finds the route of a request. None if `x-forwarded-host` contradicts the path, because the worker sets both alike.
 */
function routeOf(
  { world, identity, business, facebook, push, receiver, stripe }: Simulation,
  request: UpstreamRequest,
): Route | null {
  const forwarded = request.headers['x-forwarded-host']
  if (forwarded !== undefined && forwarded !== request.host) return null
  return (
    routeGoogle(world, request) ??
    routeGoogleBusiness(business, request) ??
    routeGooglePlaces(world, request) ??
    routeYelp(world, request) ??
    routeYelpApi(world, request) ??
    routeFacebook(world, facebook, request) ??
    routeTripadvisor(world, request) ??
    routePush(push, request) ??
    routeReceiver(receiver, request) ??
    routeAssistant(request) ??
    routeStripe(stripe, request) ??
    routeIdentity(identity, request)
  )
}

function answerOf(simulation: Simulation, request: UpstreamRequest): Answer {
  const route = routeOf(simulation, request)
  const fault = route && simulation.faults.take(route, request)
  const answer = route ? (fault ? faultyAnswer(fault, route) : route.answer()) : unknownAddress(request)
  record(simulation, request, route, fault, answer)
  return answer
}

function unknownAddress({ method, host, path }: UpstreamRequest): Answer {
  return json(404, { error: `The simulator does not know ${method} https://${host}${path}.` })
}

function record(
  { recorder }: Simulation,
  request: UpstreamRequest,
  route: Route | null,
  fault: ActiveFault | null,
  answer: Answer,
): void {
  const forwarded = request.headers['x-forwarded-host']
  recorder.add({
    method: request.method,
    host: request.host,
    path: request.path,
    query: request.query.toString(),
    userAgent: request.headers['user-agent'] ?? null,
    forwardedHost: typeof forwarded === 'string' ? forwarded : null,
    headerNames: Object.keys(request.headers),
    listing: route?.listing?.key ?? null,
    fault: fault?.kind ?? null,
    status: answer.status,
    unknown: route === null,
  })
}

/** Runs the simulator as a program: `node tests/upstream/server.ts --port 9900 [--now 2026-11-01T00:00:00Z]`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, now: { type: 'string' } } })
  const upstream = await startUpstream({
    ...(values.port !== undefined && { port: Number(values.port) }),
    ...(values.now !== undefined && { now: Date.parse(values.now) }),
  })
  console.log(`Upstream simulator on ${upstream.origin}`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      upstream.close().finally(() => process.exit(0))
    })
  }
}

if (process.argv[1] === import.meta.filename) await main()
