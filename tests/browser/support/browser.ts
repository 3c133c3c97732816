import { type Browser, chromium } from 'playwright-core'
import { quickChromium } from '#scripts/local/chromium.ts'

/** A browser that speaks to nobody but the pages it is sent to. */
export function launchBrowser(executablePath = quickChromium()): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // The same drawing without a process of its own for it: 6 % less processor time.
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No page lives long enough to win back what optimizing its code costs: 20 % less processor time.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}
