/**
 * What kept a source from answering, in the few kinds an owner or the pipeline can act on.
 * `unavailable` and `rate_limited` pass by themselves; `cursor_expired` means the list has to be walked from its
 * start; the rest ends the run. `reconnect`: the owner's connection no longer holds. `not_allowed`: the platform does
 * not let this key or account ask; another one might. `not_offered`: it gives this to no account that comes through us
 * (not approved, switched off, ended). `quota`: used up until `retryAfterSeconds` from now.
 */
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
  'quota',
  'cursor_expired',
  'format_changed',
] as const
export type SourceErrorKind = (typeof SOURCE_ERROR_KINDS)[number]
