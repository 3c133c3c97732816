import { data, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import type { ApiCaller } from '#worker/api/router.ts'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'
import { classifyError, ERROR_TEXTS, statusOfApiCode } from '#worker/rules/error-texts.ts'
import { oauthProblemIn } from '#worker/rules/oauth.ts'
import { BOUNCED_MARKER, safeRedirect } from '#worker/rules/paths.ts'
import type { RouteErrorData } from './route-error.ts'

const SESSION_ENDED = 'session-ended'

/** The page an account is sent to if it must change its password. */
const PASSWORD_PAGE = '/app/profile'

interface SignedInArgs extends Pick<LoaderFunctionArgs, 'request' | 'params'> {
  api: ApiCaller
  session: SessionView
}

/**
 * A loader for signed-in screens. Every route needs one, because a data request may name any single route.
 *
 * @param load reads the screen's data through `api`, in one call
 * @throws a redirect to /login without a session; a `RouteErrorData` response for errors of the API
 */
export function signedInLoader<T>(load: (args: SignedInArgs) => Promise<T> | T) {
  return async ({ context, request, params }: LoaderFunctionArgs): Promise<T> => {
    if (!context.session) throw redirect(loginAddress(request, context.hasSessionEnded))
    if (context.session.user.mustChangePassword && pathOf(request) !== PASSWORD_PAGE)
      throw redirect(PASSWORD_PAGE)
    try {
      return await load({ api: context.api, session: context.session, request, params })
    } catch (error) {
      // The session ended between the check above and the call.
      if (isApiError(error) && statusOfApiCode(error.code) === 401)
        throw redirect(loginAddress(request, true))
      throw routeError(error, context.requestId)
    }
  }
}

/** /login with the path to return to: the path of the screen, even for a data request. */
export function loginAddress(request: Request, hasSessionEnded: boolean): string {
  const url = new URL(request.url)
  url.searchParams.delete('_routes')
  url.searchParams.delete(BOUNCED_MARKER)
  const redirectTo = pathOf(request) + url.search
  return `/login?${new URLSearchParams({ redirectTo, ...(hasSessionEnded && { notice: SESSION_ENDED }) })}`
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
}

/**
 * Converts an API error to the `RouteErrorData` response that a loader throws. Other errors are returned as they are,
 * to be logged.
 */
export function routeError(error: unknown, requestId: string): unknown {
  if (!isApiError(error)) return error
  const status = statusOfApiCode(error.code)
  const type = classifyError({ status })
  // Only a DomainError's message is meant for people.
  const message = error.cause?.name === 'DomainError' ? error.cause.message : ERROR_TEXTS[type].text
  const body: RouteErrorData = { error: { type, ...ERROR_TEXTS[type], message, requestId } }
  return data(body, { status })
}

/** Detects a TRPCError by name: screens and API are bundled separately, each with its own copy of the class. */
export function isApiError(error: unknown): error is Error & { code: string; cause?: Error } {
  return (
    error instanceof Error && error.name === 'TRPCError' && 'code' in error && typeof error.code === 'string'
  )
}

/**
 * Loader for pages for signed-out visitors. Redirects signed-in people to `target`.
 *
 * @returns `target`: path to open after signing in; `isDetour`: true if the URL names that path; `otherForm`: query
 *   that passes the path on to the other forms, or ''
 */
export function signedOutLoader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('redirectTo')
  const target = safeRedirect(asked)
  if (context.session) throw redirect(target)
  const isDetour = asked !== null
  return { target, isDetour, otherForm: isDetour ? `?${new URLSearchParams({ redirectTo: target })}` : '' }
}

export async function signedOutLoaderWithProviders(args: LoaderFunctionArgs) {
  return {
    ...signedOutLoader(args),
    providers: await args.context.api.auth.identities.offered(),
    providerProblem: oauthProblemIn(new URL(args.request.url).searchParams),
  }
}
