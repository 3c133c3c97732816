import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { CALLBACK, clientAddress } from '#tests/upstream/assistant.ts'
import { LISTINGS, tripadvisorUrl } from '#tests/upstream/listings.ts'
import { call } from './call.ts'
import type { Visitor } from './demo.ts'
import { press } from './press.ts'
import { scanQrCode } from './qr-code.ts'
import { open } from './settled.ts'

/** A screen after an action on it. */
export interface ScreenState {
  name: string
  /** The screen's address; `:id` stands for the visitor's own business. */
  on: string
  visitor: Visitor
  reach: (page: Page) => Promise<unknown>
  /** Matches the browser's report of a request that is expected to fail. */
  refused?: RegExp
  /** Undoes changes that later states don't expect. */
  leave?: (page: Page) => Promise<unknown>
}

const pressButton = (page: Page, name: string | RegExp) => press(page.getByRole('button', { name }).first())

const wrongField = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor()

const FILE = {
  name: 'reviews.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Author,Stars,Date,Text\nAna Reis,4,2026-05-03,Warm bread.\nKim Vale,none,2026-05-04,Late.\n',
  ),
}

async function chooseFile(page: Page): Promise<void> {
  await page.getByLabel('File with reviews').setInputFiles(FILE)
  await page.getByRole('button', { name: 'Check the file' }).waitFor()
}

async function checkFile(page: Page): Promise<void> {
  await chooseFile(page)
  await pressButton(page, 'Check the file')
  await page.getByText('1 row can be imported').waitFor()
}

async function seePlaces(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Connect Google' }).press('Enter')
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/connect?connection=**')
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .waitFor()
}

async function seeConsent(page: Page): Promise<void> {
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientAddress('client.json'),
    redirect_uri: CALLBACK,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    resource: new URL('/mcp', page.url()).href,
  })
  await open(page, `/oauth/authorize?${request}`)
  await page.getByRole('heading', { name: 'Connect this assistant?' }).waitFor()
}

async function seeRecoveryCodes(page: Page): Promise<void> {
  await pressButton(page, 'Set up')
  const app = URI.parse(await scanQrCode(page))
  if (!(app instanceof TOTP)) throw new Error('the QR code is one of a TOTP app')
  await page.getByLabel('Code from your app').fill(app.generate())
  await pressButton(page, 'Turn on')
  await page.getByText('Keep your recovery codes').waitFor()
}

export const STATES: readonly ScreenState[] = [
  {
    name: 'a sign-in that is refused',
    on: '/login',
    visitor: 'nobody',
    refused: /status of 401/,
    async reach(page) {
      await page.getByLabel('E-mail').fill('nobody@example.test')
      await page.getByLabel('Password', { exact: true }).fill('Copper-Kettle-78')
      await pressButton(page, 'Sign in')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'wrong fields of a sign-up',
    on: '/signup',
    visitor: 'nobody',
    refused: /status of 400/,
    async reach(page) {
      await page.getByLabel('E-mail').fill('nobody')
      await pressButton(page, 'Start free')
      await wrongField(page)
    },
  },
  {
    name: 'wrong fields of a business',
    on: '/app/businesses/new',
    visitor: 'new',
    refused: /status of 400/,
    async reach(page) {
      await page.getByText('Contact and address').press('Enter')
      await page.getByLabel('Phone').fill('call me')
      await pressButton(page, 'Add business')
      await wrongField(page)
    },
  },
  {
    name: 'a link that leads nowhere',
    on: '/app',
    visitor: 'new',
    refused: /status of 400/,
    async reach(page) {
      await page.getByLabel('Paste your Google or Yelp link').fill('my shop')
      await pressButton(page, 'Find my business')
      await wrongField(page)
    },
  },
  {
    name: 'an assistant that asks for access',
    on: '/oauth/authorize',
    visitor: 'ai_insights',
    reach: seeConsent,
  },
  {
    name: 'an assistant that asks for access on a smaller plan',
    on: '/oauth/authorize',
    visitor: 'pro',
    reach: seeConsent,
  },
  {
    name: 'a review by hand without stars',
    on: '/app/businesses/:id/import',
    visitor: 'pro',
    async reach(page) {
      await pressButton(page, 'Add a review by hand')
      await page.getByLabel('Review text').fill('The soup was still hot.')
      await pressButton(page, 'Add review')
      await wrongField(page)
    },
  },
  {
    name: 'the columns of a file',
    on: '/app/businesses/:id/import',
    visitor: 'pro',
    reach: chooseFile,
  },
  {
    name: 'a checked file with its problems',
    on: '/app/businesses/:id/import',
    visitor: 'pro',
    reach: checkFile,
  },
  {
    name: 'an imported file',
    on: '/app/businesses/:id/import',
    visitor: 'pro',
    async reach(page) {
      await checkFile(page)
      await pressButton(page, /^Import /)
      await page.getByText('1 review is stored').waitFor()
    },
  },
  {
    name: 'the places of an account',
    on: '/app/businesses/:id/connect',
    visitor: 'pro',
    reach: seePlaces,
  },
  {
    name: 'a message with an undo',
    on: '/app/reviews?status=pending',
    visitor: 'pro',
    async reach(page) {
      await page
        .getByRole('checkbox', { name: /^Select the review/ })
        .first()
        .check()
      await pressButton(page, 'Mark as answered')
      // It stays as long as the focus is in it.
      await page.getByRole('button', { name: 'Undo', exact: true }).focus()
    },
  },
  {
    name: 'reviews that are shown without being stored',
    on: '/app/businesses/:id/sources',
    visitor: 'pro',
    async reach(page) {
      const [, id] = /businesses\/([^/]+)\/sources/.exec(page.url()) ?? []
      await call(page, 'businesses.update', { id, tripadvisorUrl: tripadvisorUrl(LISTINGS.small) })
      await pressButton(page, 'Show what TripAdvisor shows')
      await page.getByText(/fetched .*now/).waitFor()
    },
  },
  {
    name: 'no connection',
    on: '/app',
    visitor: 'pro',
    refused: /ERR_INTERNET_DISCONNECTED/,
    async reach(page) {
      await page.context().setOffline(true)
      await page.getByText('You are currently offline').waitFor()
    },
    leave: (page) => page.context().setOffline(false),
  },
  {
    name: 'recovery codes',
    on: '/app/security',
    visitor: 'new',
    reach: seeRecoveryCodes,
  },
]
