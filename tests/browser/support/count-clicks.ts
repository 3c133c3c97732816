import type { Page } from 'playwright-core'

/** Counts real clicks from now on, in every later document, too. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  const count = () =>
    addEventListener(
      'click',
      (event) => event.isTrusted && (window as never as { countClick(): void }).countClick(),
      true,
    )
  await page.addInitScript(count)
  await page.evaluate(count)
  return () => clicks
}
