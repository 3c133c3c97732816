import type { BackgroundContext } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { FAILURES } from '../rules/failures.ts'
import { type SourceAnswer, SourceError } from '../sources/source.ts'

const TIMEOUT_MS = 15 * SECOND_MS

type Asking = Pick<BackgroundContext, 'outbound'>

/** Gives a valid token. @param refused one that the platform refused; another one is fetched */
export type TokenGiver = (refused?: string) => Promise<string>

/** Works with a token. One that is refused is renewed once, for it may have been revoked before its time. */
export async function withToken<T>(tokenOf: TokenGiver, work: (token: string) => Promise<T>): Promise<T> {
  const token = await tokenOf()
  try {
    return await work(token)
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'reconnect') throw error
    return work(await tokenOf(token))
  }
}

/**
 * Sends a request with an owner's token to a platform's API.
 *
 * @param name what the platform is called
 * @param build the request with a token
 * @param read parses the answer; throws SourceError for a refusal
 * @throws SourceError for every failure
 */
export function askPlatform<T>(
  ctx: Asking,
  name: string,
  tokenOf: TokenGiver,
  build: (accessToken: string) => Request,
  read: (answer: SourceAnswer) => T,
): Promise<T> {
  return withToken(tokenOf, async (token) => read(await answerOf(ctx, name, build(token))))
}

function answerOf({ outbound }: Asking, name: string, request: Request): Promise<SourceAnswer> {
  return outbound('review-api', request, { timeoutMs: TIMEOUT_MS }).catch((cause: unknown) => {
    if (!(cause instanceof OutboundError) || cause.fault === 'address_refused') throw cause
    throw new SourceError('unavailable', FAILURES.unavailable.sentence(name), { cause })
  })
}
