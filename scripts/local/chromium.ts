import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium without a window, a package of Debian's. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A Chrome or Chromium for the browser tests: CHROME_PATH, else one found on the machine, else Debian's, installed
 * where that is possible.
 *
 * @throws Error with the command to run
 */
export function requireChromium(): string {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH
    throw new Error(`CHROME_PATH names ${CHROME_PATH}, which is not there.`)
  }
  if (!KNOWN_PLACES.some(existsSync)) installFromDebian('chromium')
  const found = KNOWN_PLACES.find(existsSync)
  if (found) return found
  throw new Error(
    'The browser tests need Chrome or Chromium. Run `sudo apt-get install chromium`, or set CHROME_PATH.',
  )
}

/** Installs what `quickChromium` finds, where that is possible. */
export function prepareQuickChromium(): void {
  if (!existsSync(HEADLESS_SHELL)) installFromDebian('chromium-headless-shell')
}

/** Chromium without a window where there is one, which takes a quarter less processor time a page. It shows no notifications. */
export function quickChromium(): string {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : requireChromium()
}

function installFromDebian(name: string): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${name} for the browser tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore', env })
}
