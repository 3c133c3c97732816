import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'

/** Google's answers depend on the language: it translates comments. A fixed one keeps them the same in every run. */
const LANGUAGE = 'en'

/**
 * A request with the token of a connection.
 *
 * @throws SourceError `reconnect` without a token
 */
export function apiRequest(
  address: string,
  accessToken: string | undefined,
  change?: { method: 'PUT' | 'DELETE'; body?: unknown },
): Request {
  if (!accessToken) throw failure(PLATFORM_NAMES.google, 'reconnect')
  const hasBody = change?.body !== undefined
  return new Request(address, {
    method: change?.method ?? 'GET',
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      'accept-language': LANGUAGE,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(change.body) }),
    redirect: 'manual',
  })
}
