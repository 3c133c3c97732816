declare global {
  // TypeScript 5.9 doesn't know it, nor do all browsers.
  var Temporal: { Now: { timeZoneId(): string } } | undefined
}

/** The browser's own, an IANA name. A page's first formatter of Intl takes as long as hydration's commit; Temporal knows at once. */
export function ownTimeZone(): string {
  return globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}
