export const SOURCE_ERROR_KINDS = [
  'unavailable',
  'rate_limited',
  'blocked',
  'consent',
  'limited_view',
  'not_found',
  'wrong_listing',
  'reconnect',
  'not_allowed',
  'not_offered',
  'ended',
  'quota',
  'cursor_expired',
  'format_changed',
] as const
export type SourceErrorKind = (typeof SOURCE_ERROR_KINDS)[number]

export const FAILURE_KINDS = [...SOURCE_ERROR_KINDS, 'own_fault'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** `name` is the platform's name: 'Google', 'Yelp'. */
interface FailureRule {
  /** Tells the owner what went wrong. A source may provide a more precise sentence instead. */
  sentence(name: string): string
  /** Appended to the sentence while the request is retried. Present only if the failure is temporary. */
  retryNotice?: string
  headline(name: string): string
  /** Appended to the sentence on the card, before `outlook`. */
  addition?: string
  /** Last sentence on the card: the time of the next try, or a hint at another way to add reviews. */
  outlook?: 'next_try' | 'other_way'
  /**
   * Action offered on the card: another way to add reviews, another link, a new connection, or an account with access.
   */
  remedy?: 'other_way' | 'listing' | 'reconnect' | 'access'
  /** Notification to the owner after `afterFailures` failures. Absent for temporary failures and our own faults. */
  notice?: { afterFailures: number; text(name: string): string }
  /**
   * Effect on a reply that is being posted. `retry`: retried at once. `wait`: retried after a pause. `wait_for_owner`:
   * shown as failed until the owner acts, but still retried. `refuse`: given up. `disconnect`: sent after the owner
   * connects again.
   */
  reply: 'retry' | 'wait' | 'wait_for_owner' | 'refuse' | 'disconnect'
}

/** Refusals in a row before the owner is notified: after one or two of them, a platform may respond again. */
const REFUSALS_BEFORE_NOTICE = 3

const refusedNotice = {
  afterFailures: REFUSALS_BEFORE_NOTICE,
  text: (name: string) =>
    `${name} refused ${REFUSALS_BEFORE_NOTICE} collections in a row. See what can be done.`,
}
const notAllowedNotice = {
  afterFailures: 1,
  text: (name: string) => `${name} doesn't let us ask for reviews. See why.`,
}

export const FAILURES: Record<FailureKind, FailureRule> = {
  unavailable: {
    sentence: (name) => `${name} didn't answer.`,
    retryNotice: 'We’ll try again.',
    headline: (name) => `${name} didn't answer`,
    outlook: 'next_try',
    reply: 'retry',
  },
  rate_limited: {
    sentence: (name) => `${name} asked us to slow down.`,
    retryNotice: 'We’ll wait and try again.',
    headline: (name) => `${name} is paused for now`,
    outlook: 'next_try',
    reply: 'wait',
  },
  blocked: {
    sentence: (name) => `${name} refused to show us its reviews. We stopped, and try again next time.`,
    headline: (name) => `${name} refused to show its reviews`,
    outlook: 'other_way',
    remedy: 'other_way',
    notice: refusedNotice,
    reply: 'retry',
  },
  consent: {
    sentence: (name) =>
      `${name} showed its cookie consent page instead of reviews. We don't accept it for you, and try again next time.`,
    headline: (name) => `${name} refused to show its reviews`,
    outlook: 'other_way',
    remedy: 'other_way',
    notice: refusedNotice,
    reply: 'retry',
  },
  limited_view: {
    sentence: (name) =>
      `${name} shows visitors who aren't signed in only a limited view of this place, without its reviews.`,
    headline: () => 'A limited view without reviews',
    addition: 'That does not mean that there are none.',
    outlook: 'other_way',
    remedy: 'other_way',
    notice: {
      afterFailures: 1,
      text: (name) =>
        `${name} shows this place to visitors without its reviews. There is a better way to collect them.`,
    },
    reply: 'retry',
  },
  not_found: {
    sentence: (name) => `${name} doesn't find this place. Check the link: copy it from ${name} again.`,
    headline: (name) => `${name} doesn't find this place`,
    remedy: 'listing',
    notice: { afterFailures: 1, text: (name) => `${name} doesn't find this place any more. Check its link.` },
    reply: 'refuse',
  },
  wrong_listing: {
    sentence: (name) => `This link does not lead to a business on ${name}.`,
    headline: () => 'This link doesn’t lead to a listing',
    remedy: 'listing',
    notice: { afterFailures: 1, text: (name) => `The ${name} link doesn’t lead to a listing. Correct it.` },
    reply: 'refuse',
  },
  reconnect: {
    sentence: (name) => `The connection to ${name} no longer works. Connect it again.`,
    headline: () => 'The connection no longer works',
    remedy: 'reconnect',
    notice: {
      afterFailures: 1,
      text: (name) => `The connection to ${name} no longer works. Connect it again.`,
    },
    reply: 'disconnect',
  },
  /** The platform refuses this key or account, but another key or account might have access. */
  not_allowed: {
    sentence: (name) => `${name} doesn't let this account ask for reviews.`,
    headline: (name) => `${name} doesn't let us ask for reviews`,
    remedy: 'access',
    notice: notAllowedNotice,
    reply: 'wait_for_owner',
  },
  /** The platform gives reviews to none of our accounts: our app isn't approved, or access was switched off. */
  not_offered: {
    sentence: (name) => `${name} doesn't provide reviews this way.`,
    headline: (name) => `${name} doesn't provide reviews this way`,
    outlook: 'other_way',
    remedy: 'other_way',
    notice: notAllowedNotice,
    reply: 'wait_for_owner',
  },
  /** The platform no longer gives reviews to any app. */
  ended: {
    sentence: (name) => `${name} no longer gives reviews to apps.`,
    headline: (name) => `${name} no longer gives reviews to apps`,
    outlook: 'other_way',
    remedy: 'other_way',
    notice: {
      afterFailures: 1,
      text: (name) =>
        `${name} no longer gives reviews to apps, but what is here is kept. See the other ways.`,
    },
    reply: 'refuse',
  },
  /** The quota is used up for `retryAfterSeconds`. */
  quota: {
    sentence: (name) => `We may not ask ${name} for more right now. We try again next time.`,
    headline: (name) => `${name} lets us ask no more for now`,
    reply: 'wait',
  },
  /** The list has to be read from the start again. */
  cursor_expired: {
    sentence: (name) =>
      `${name} lost track of where we stopped reading its list. We'll start again from the newest review.`,
    headline: (name) => `${name} lost our place in its list`,
    outlook: 'next_try',
    reply: 'retry',
  },
  format_changed: {
    sentence: (name) =>
      `${name} changed how it sends reviews, so we can't read them at the moment. Nothing was saved.`,
    headline: (name) => `${name} changed its pages`,
    addition: 'There is nothing you need to do.',
    reply: 'retry',
  },
  own_fault: {
    sentence: () => 'Something went wrong on our side several times. The next collection goes on from here.',
    headline: () => 'Something failed on our side',
    reply: 'retry',
  },
}

/** True for a temporary failure, after which the same request is retried. */
export function passesByItself(kind: FailureKind): boolean {
  return FAILURES[kind].retryNotice !== undefined
}

/**
 * Notification to the owner after `failures` consecutive failures of a source; null if there is nothing the owner can
 * do, or it is too early.
 */
export function failureNotice(name: string, kind: FailureKind, failures: number): string | null {
  const { notice } = FAILURES[kind]
  return notice && failures >= notice.afterFailures ? notice.text(name) : null
}
