import type { Page } from 'playwright-core'

/** Opens the newest mail to an address with that subject on the mailbox page, and the link in it. */
export async function openMailedLink(page: Page, email: string, subject: string) {
  await page.goto('/dev/mailbox')
  const mail = page.getByRole('article').filter({ hasText: email }).filter({ hasText: subject }).first()
  await mail.getByRole('link').first().click()
}
