/** '2026-03-02T14:20:31.123Z' → '2026-03-02T14:20Z': nothing finer is shown, and random digits don't compress. */
export function toMinute(iso: string): string {
  return `${iso.slice(0, 16)}Z`
}
