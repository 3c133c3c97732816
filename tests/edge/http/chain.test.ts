import { expect, test } from 'vitest'
import { PAGES } from '#tests/edge/support/pages.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { apiErrors } from '#worker/http/api-v1/problems.ts'
import { createApp } from '#worker/http/app.ts'
import { ignoreBody } from '#worker/http/body.ts'
import { bounceFromOtherSites } from '#worker/http/bounce.ts'
import {
  limitCoarsely,
  limitSize,
  refuseDataParameter,
  requireJson,
  requireJsonOfCallers,
  requireOwnHost,
  requireOwnOrigin,
  requireReadablePath,
} from '#worker/http/envelope.ts'
import { fixedHeaders, pageHeaders, whoseScreen } from '#worker/http/headers.ts'
import * as build from '../../../build/server/index.js'

// Hono runs matching handlers in the order of their registration.
const app = createApp(async () => build)
const EVERYWHERE = '/*'
const callProcedures = app.routes.findLast(({ path }) => path === '/trpc/*')?.handler

/** A handler that is registered inline, so it can't be imported. */
const unnamed = expect.any(Function)

/** Routes that are registered between two handlers. */
function between(first: unknown, last: unknown) {
  const handlers = app.routes.map(({ handler }) => handler as unknown)
  return app.routes.slice(handlers.indexOf(first) + 1, handlers.indexOf(last))
}

/** The handlers that a request passes. */
function passed(method: string, path: string): unknown[] {
  return app.router.match(method, path)[0].map(([[handler]]) => handler)
}

test('every route passes the same chain of handlers first', () => {
  const end = app.routes.findIndex(({ handler }) => handler === limitCoarsely) + 1
  const chain = [
    unnamed,
    pageHeaders,
    fixedHeaders,
    apiErrors,
    unnamed,
    ignoreBody,
    limitSize,
    requireOwnHost,
    requireOwnOrigin,
    requireReadablePath,
    refuseDataParameter,
    limitCoarsely,
  ]
  expect(app.routes.slice(0, end).map(({ handler }) => handler)).toEqual(chain)
  // Only the API's error handler has a path of its own.
  for (const { method, path, handler } of app.routes.slice(0, end)) {
    expect([method, path]).toEqual(['ALL', handler === apiErrors ? '/api/v1/*' : EVERYWHERE])
  }
})

test('only the listed routes answer before the cross-site bounce and the session lookup', () => {
  expect(between(limitCoarsely, bounceFromOtherSites).map(({ path }) => path)).toEqual([
    '/healthz',
    '/.well-known/jwks.json',
    '/.well-known/oauth-protected-resource/:resource{mcp}?',
    '/.well-known/oauth-authorization-server',
    '/appearance.css',
    '/widget/:widget',
    '/r/:handle',
    '/r/:handle/:link',
    '/api/v1/*',
    '/trpc/*',
    '/trpc/auth.signOut',
  ])
  expect(between(bounceFromOtherSites, whoseScreen)).toMatchObject([{ method: 'ALL', path: EVERYWHERE }])
})

test('all procedures pass the same handlers, which accept JSON only', () => {
  const common = passedByProcedure('POST', 'auth.session')
  expect(common).toContain(requireJson)
  expect(between(whoseScreen, callProcedures)).toEqual([])
  for (const { path, isMutation } of PROCEDURES) {
    const handlers = passedByProcedure(isMutation ? 'POST' : 'GET', path)
    // Signing out passes one more handler, which clears the cookie.
    const shared = path === 'auth.signOut' ? handlers.filter((one) => common.includes(one)) : handlers
    expect([path, shared]).toEqual([path, common])
  }
})

/** Handlers up to and including the one that calls the procedure. */
function passedByProcedure(method: string, path: string): unknown[] {
  const handlers = passed(method, `/trpc/${path}`)
  return handlers.slice(0, handlers.indexOf(callProcedures) + 1)
}

test('the scraper and MCP routes accept JSON only, after they identify the caller', () => {
  for (const address of ['/functions/v1/google-business-scraper', '/functions/v1/yelp-scraper', '/mcp']) {
    expect(passed('POST', address)).toContain(requireJsonOfCallers)
  }
})

test('all pages pass the same handlers', () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const common = passed(method, '/app')
    for (const page of PAGES) expect([page, passed(method, page)]).toEqual([page, common])
  }
})
