import type { Locator } from 'playwright-core'

/** Presses a key on a control once it is enabled; `press` doesn't wait for that, unlike a click. */
export async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.click({ trial: true })
  await control.press(key)
}
