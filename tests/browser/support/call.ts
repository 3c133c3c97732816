import type { Page } from 'playwright-core'
import { settled } from './settled.ts'

/** Calls a procedure as the page's visitor, and reloads the screen's data. */
export async function call(page: Page, procedure: string, data: unknown): Promise<void> {
  const answer = await page.request.post(`/trpc/${procedure}`, {
    headers: { origin: new URL(page.url()).origin },
    data,
  })
  if (!answer.ok()) throw new Error(await answer.text())
  await page.reload()
  await settled(page)
}
