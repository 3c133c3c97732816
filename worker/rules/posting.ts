/** How a reply stands at its platform. */
export const POST_STATES = ['waiting', 'live', 'held', 'refused', 'failed'] as const
export type PostState = (typeof POST_STATES)[number]

export interface PostingView {
  state: PostState
  /** Why it is not live, for its owner to read. */
  reason: string | null
}

/** Google counts bytes, not characters. */
export const MAX_REPLY_BYTES = 4_096

/** Bytes of a text as it is sent. */
export function postedBytes(text: string): number {
  return new TextEncoder().encode(text).length
}

export const TOO_LONG_FOR_GOOGLE =
  'Google takes replies of at most 4,096 bytes; letters with accents, other scripts and emoji count double or more. Please shorten it.'

/** What an owner reads of it, in a few words. */
export function postingText({ state, reason }: PostingView, platform: string): string {
  const because = reason ? `: ${reason}` : ''
  switch (state) {
    case 'waiting':
      return `Waiting for ${platform}${because}`
    case 'live':
      return `Live on ${platform}`
    case 'held':
      return `Held by ${platform}`
    case 'refused':
      return `Refused by ${platform}${because}`
    case 'failed':
      return `Not sent${because}`
  }
}

/** The same of a reply that was deleted here and still stands at the platform. */
export function removalText({ state, reason }: PostingView, platform: string): string {
  const because = reason ? `: ${reason}` : ''
  return state === 'waiting'
    ? `Being deleted on ${platform}${because}`
    : `Not deleted on ${platform}${because}`
}
