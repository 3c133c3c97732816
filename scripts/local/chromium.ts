import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Headless Chromium, from a Debian package. */
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
 * Finds a Chrome or Chromium for the browser tests: CHROME_PATH, otherwise one on the machine, otherwise Debian's,
 * which is installed if possible.
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

/** Installs the browser for `quickChromium`, if possible. */
export function prepareQuickChromium(): void {
  if (!existsSync(HEADLESS_SHELL)) installFromDebian('chromium-headless-shell')
}

/** Headless Chromium if there is one: it needs a quarter less CPU time per page, but shows no notifications. */
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
