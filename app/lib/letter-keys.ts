/** Storage key of the switch; absent means on. */
const SWITCH_KEY = 'review-keys'

/** True if single-letter shortcuts are on. They can be switched off because they interfere with speech input. */
export function keysAreOn(): boolean {
  return window.localStorage.getItem(SWITCH_KEY) !== 'off'
}

export function switchKeys(on: boolean): void {
  if (on) window.localStorage.removeItem(SWITCH_KEY)
  else window.localStorage.setItem(SWITCH_KEY, 'off')
}
