import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import type { ApiCaller } from '#worker/api/router.ts'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'
import { statusOfApiCode } from '#worker/rules/error-texts.ts'
import { BOUNCED_MARKER } from '#worker/rules/paths.ts'
import { isApiError, routeError } from './route-error.server.ts'

/** The sign-in page's notice for expired sessions. */
const SESSION_ENDED = 'session-ended'

/** The page an account is sent to if it must change its password. */
const PASSWORD_PAGE = '/app/profile'

export interface SignedInArgs extends Pick<LoaderFunctionArgs, 'request' | 'params'> {
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

/** /login with the path to return to: the screen's own, not that of a data request. */
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
