import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import type { Product } from './product.ts'

/** Subject of an invitation's mail; % matches anything. */
export const INVITED = '% asks you to help with their reviews'

/** Opens the link in the newest mail to an address with that subject, in which % matches anything. */
export async function openMailedLink(
  page: Page,
  { server }: Product,
  email: string,
  subject: string,
): Promise<void> {
  const database = await server.database()
  const newest = database
    .prepare('SELECT text FROM dev_mails WHERE recipient = ? AND subject LIKE ? ORDER BY id DESC LIMIT 1')
    .bind(email, subject)
  const text = await vi.waitUntil(() => newest.first<string>('text'), { timeout: 30_000, interval: 20 })
  await page.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
}
