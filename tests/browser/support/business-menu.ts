import type { Page } from 'playwright-core'

/** Chooses an item of a business's menu on the Businesses screen. */
export async function chooseFromMenu(page: Page, business: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${business}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
