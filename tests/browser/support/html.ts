import type { Page } from 'playwright-core'

/** Those of the texts that an address's HTML lacks. Doesn't display it. */
export async function lackingIn(page: Page, address: string, texts: readonly string[]): Promise<string[]> {
  const answer = await page.request.get(address)
  const html = await answer.text()
  return texts.filter((text) => !html.includes(text))
}
