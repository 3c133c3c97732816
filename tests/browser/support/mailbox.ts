import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** Opens the newest mail to an address with that subject on the mailbox page, once it has come, and the link in it. */
export async function openMailedLink(page: Page, email: string, subject: string) {
  const mail = page.getByRole('article').filter({ hasText: email }).filter({ hasText: subject }).first()
  await vi.waitUntil(
    async () => {
      await page.goto('/dev/mailbox')
      return mail.isVisible()
    },
    { timeout: 30_000, interval: 500 },
  )
  await mail.getByRole('link').first().click()
}
