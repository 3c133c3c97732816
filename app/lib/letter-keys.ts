/** Storage key of the switch; absent means on. */
const SWITCH_KEY = 'review-keys'

/** Whether single letters do something. They can be switched off, since they disturb speech input. */
export function keysAreOn(): boolean {
  return window.localStorage.getItem(SWITCH_KEY) !== 'off'
}

export function switchKeys(on: boolean): void {
  if (on) window.localStorage.removeItem(SWITCH_KEY)
  else window.localStorage.setItem(SWITCH_KEY, 'off')
}
