import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { loginAddress, signedInLoader } from '#app/lib/signed-in.server.ts'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'

const SESSION: SessionView = {
  user: {
    id: 'u1',
    email: 'ada@demo.test',
    fullName: 'Ada',
    role: 'owner',
    suggestsOnly: false,
    isVerified: true,
    mustChangePassword: false,
  },
  aal: 'aal1',
  amr: ['pwd'],
  nextLevel: 'aal1',
  organization: { id: 'o1', name: 'Ada' },
  plan: 'free',
  lastActivityAt: 0,
  expiresAt: 0,
}

function argsFor(address: string, session: SessionView | null, hasSessionEnded = false): LoaderFunctionArgs {
  const context: Omit<AppLoadContext, 'api'> = {
    session,
    hasSessionEnded,
    nonce: 'n',
    requestId: 'req-1',
    appOrigin: 'https://own.test',
    supportEmail: null,
    isOnSale: false,
  }
  // The loaders under test never call the API.
  return { request: new Request(address), params: {}, context: context as AppLoadContext }
}

class DomainError extends Error {
  override readonly name = 'DomainError'
}

async function thrownBy(error: unknown): Promise<unknown> {
  const loader = signedInLoader(() => {
    throw error
  })
  return loader(argsFor('https://own.test/app', SESSION)).then(
    () => expect.unreachable('the loader did not throw'),
    (thrown: unknown) => thrown,
  )
}

test.each([
  ['https://own.test/app', '/login?redirectTo=%2Fapp'],
  [
    'https://own.test/app/reviews?rating=1&q=a%26b',
    '/login?redirectTo=%2Fapp%2Freviews%3Frating%3D1%26q%3Da%2526b',
  ],
  [
    'https://own.test/app/reviews.data?rating=1&_routes=routes%2Fapp',
    '/login?redirectTo=%2Fapp%2Freviews%3Frating%3D1',
  ],
])('%s redirects a signed-out visitor to %s', async (address, target) => {
  const loader = signedInLoader(() => 'never')
  const thrown = await loader(argsFor(address, null)).catch((answer: unknown) => answer)
  expect(thrown).toBeInstanceOf(Response)
  const answer = thrown as Response
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(target)
  expect(loginAddress(new Request(address), false)).toBe(target)
})

test('an ended session redirects to the login with a notice', async () => {
  const args = argsFor('https://own.test/app/reviews', null, true)
  const thrown = await signedInLoader(() => 'never')(args).catch((answer: unknown) => answer)
  expect((thrown as Response).headers.get('location')).toBe(
    '/login?redirectTo=%2Fapp%2Freviews&notice=session-ended',
  )
})

test('a loader gets the session, and its result is returned', async () => {
  const loader = signedInLoader(({ session }) => session.user.email)
  expect(await loader(argsFor('https://own.test/app', SESSION))).toBe('ada@demo.test')
})

test('an expected error carries its type, message and request id', async () => {
  const cause = new DomainError('Business not found')
  expect(await thrownBy(new TRPCError({ code: 'NOT_FOUND', message: cause.message, cause }))).toMatchObject({
    data: {
      error: {
        type: 'NOT_FOUND',
        title: 'Not Found',
        text: 'The requested resource was not found.',
        action: 'Go Back',
        message: 'Business not found',
        requestId: 'req-1',
      },
    },
    init: { status: 404 },
  })
})

test('an unexpected API error never shows its message', async () => {
  const thrown = await thrownBy(
    new TRPCError({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'no such column: secret',
      cause: new Error('secret'),
    }),
  )
  expect(thrown).toMatchObject({ data: { error: { type: 'SERVER' } }, init: { status: 500 } })
  expect(JSON.stringify(thrown)).not.toContain('secret')
})

test.each([
  ['CONFLICT', 409, 'VALIDATION'],
  ['TOO_MANY_REQUESTS', 429, 'RATE_LIMIT'],
  ['BAD_GATEWAY', 502, 'SERVER'],
  ['SERVICE_UNAVAILABLE', 503, 'SERVER'],
] as const)('an API error %s makes the loader respond with %i', async (code, status, type) => {
  const cause = new DomainError('What happened.')
  expect(await thrownBy(new TRPCError({ code, message: cause.message, cause }))).toMatchObject({
    data: { error: { type, message: 'What happened.' } },
    init: { status },
  })
})

test('a session that ends during the request redirects to the login', async () => {
  const thrown = await thrownBy(new TRPCError({ code: 'UNAUTHORIZED' }))
  expect((thrown as Response).headers.get('location')).toBe('/login?redirectTo=%2Fapp&notice=session-ended')
})

test('other errors and redirects pass through', async () => {
  const redirect = new Response(null, { status: 302, headers: { location: '/pricing' } })
  const fault = new Error('boom')
  expect(await thrownBy(redirect)).toBe(redirect)
  expect(await thrownBy(fault)).toBe(fault)
})
