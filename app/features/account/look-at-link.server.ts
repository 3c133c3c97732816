import type { AppLoadContext } from '@remix-run/cloudflare'
import { isApiError, routeError } from '#app/lib/signed-in.server.ts'
import type { ApiCaller } from '#worker/api/router.ts'
import { LINK_INCOMPLETE } from '#worker/rules/auth.ts'

type Seen<T> = { link: T; problem: null } | { link: null; problem: string }

/**
 * Reads a mailed link: the data to show for it, or a sentence saying why it can't be used.
 *
 * @throws a `RouteErrorData` response for errors not caused by the link
 */
export async function lookAtLink<T>(
  { api, requestId }: AppLoadContext,
  look: (api: ApiCaller) => Promise<T>,
): Promise<Seen<T>> {
  try {
    return { link: await look(api), problem: null }
  } catch (error) {
    const code = isApiError(error) ? error.code : null
    if (code === 'NOT_FOUND' && error instanceof Error) return { link: null, problem: error.message }
    if (code === 'BAD_REQUEST') return { link: null, problem: LINK_INCOMPLETE }
    throw routeError(error, requestId)
  }
}
