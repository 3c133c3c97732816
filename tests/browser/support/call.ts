import type { Page } from 'playwright-core'
import { settled } from './settled.ts'
import { send } from './sign-up.ts'

/** Calls a procedure as the page's visitor, and reloads the screen's data. */
export async function call(page: Page, procedure: string, data: object): Promise<void> {
  await send(page, procedure, data)
  await page.reload()
  await settled(page)
}
