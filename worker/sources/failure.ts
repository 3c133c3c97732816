import type { SourceErrorKind } from '../rules/source-error-kinds.ts'
import { type FoundPlace, SourceError } from './source.ts'

const SENTENCES: Record<SourceErrorKind, (name: string) => string> = {
  unavailable: (name) => `${name} didn't answer. We try again.`,
  rate_limited: (name) => `${name} asked us to slow down. We wait and try again.`,
  blocked: (name) =>
    `${name} refused to show us its reviews. This collection stops here; the next one tries again.`,
  consent: (name) =>
    `${name} showed its cookie consent page instead of reviews. We don't answer that in your place; the next collection tries again.`,
  limited_view: (name) =>
    `${name} shows visitors who aren't signed in only a limited view of this place, without its reviews.`,
  not_found: (name) =>
    `${name} no longer knows this listing. Check the link of this business; the reviews collected so far stay.`,
  wrong_listing: (name) => `This link does not lead to a business on ${name}.`,
  reconnect: (name) =>
    `The connection to ${name} no longer holds. Connect it again; the reviews collected so far stay.`,
  not_allowed: (name) => `${name} doesn't let this account ask for reviews.`,
  not_offered: (name) => `${name} doesn't hand out reviews this way.`,
  quota: (name) => `The allowance for asking ${name} is used up. The next collection tries again.`,
  cursor_expired: (name) =>
    `${name} no longer knows the place in the list where we stopped reading. We start again from the newest review.`,
  format_changed: (name) =>
    `${name} changed how it sends reviews, so we can't read them at the moment. Nothing of this answer was saved.`,
}

/**
 * A SourceError in the words an owner reads.
 *
 * @param name what the platform is called: 'Google', 'Yelp'
 * @param options.message replaces the usual sentence of the kind
 */
export function failure(
  name: string,
  kind: SourceErrorKind,
  options: { message?: string; retryAfterSeconds?: number | null; movedTo?: FoundPlace | null } = {},
): SourceError {
  return new SourceError(kind, options.message ?? SENTENCES[kind](name), {
    retryAfterSeconds: options.retryAfterSeconds ?? null,
    movedTo: options.movedTo ?? null,
  })
}

/** An answer whose end is missing; it is asked for again. */
export function brokeOff(name: string): SourceError {
  return failure(name, 'unavailable', { message: `${name}'s answer broke off in the middle. We try again.` })
}

/** The platform asks for a proof of being human, which the product never gives. */
export function captcha(name: string): SourceError {
  const message = `${name} asked for a captcha. We don't solve captchas, so this collection stops here; the next one tries again.`
  return new SourceError('blocked', message, { toldAs: 'warning' })
}
