import type { Locator } from 'playwright-core'

/** Presses a key on a control once it can be used, for which `press` doesn't wait and a click does. */
export async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.click({ trial: true })
  await control.press(key)
}
