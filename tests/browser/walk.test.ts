import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { PAGES } from '#tests/edge/support/pages.ts'
import { test } from './support/demo.ts'
import { SCREENS } from './support/screens.ts'
import { screenFaults, WALK } from './support/walk.ts'

test('every route of the build has a screen in the table, and no screen is listed twice', () => {
  const paths = SCREENS.map(({ path }) => path)
  expect(PAGES.filter((path) => !paths.includes(path))).toEqual([])
  const addresses = SCREENS.map(({ path, query = '' }) => path + query)
  expect(addresses).toEqual([...new Set(addresses)])
})

test('every part of the walk has its file', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.startsWith('walk-'))
  expect(files.sort()).toEqual([...WALK.keys()].map((name) => `walk-${name}.test.ts`).sort())
})

/** Elements with one fault each, and the style rule that causes it. */
const PLANTED = [
  ['<p class="pale">Pale</p>', '.pale { color: #bbb; background: #fff }'],
  [
    '<p class="dim">Dim</p>',
    '@media (prefers-color-scheme: dark) { .dim { color: #444; background: #222 } }',
  ],
  [
    '<button class="tiny">T</button>',
    '@media (pointer: coarse) { .tiny { display: block; width: 20px; height: 20px } }',
  ],
  ['<input class="zooms" aria-label="Zooms">', '@media (hover: none) { .zooms { font-size: 12px } }'],
  ['<p class="wide">Wide</p>', '.wide { width: 2000px }'],
  [
    '<p class="cut">A text that is cut off</p>',
    '.cut { width: 40px; overflow: hidden; white-space: nowrap }',
  ],
  ['<p role="img"></p>', ''],
  ['<button aria-label="Spoken">Written</button>', ''],
  ['', 'main h1 { margin-left: 3px }'],
] as const

const FAULTS = [
  /^light: color-contrast: .*pale/,
  /^dark phone: color-contrast: .*pale/,
  /^dark phone: color-contrast: .*dim/,
  /^dark phone: 20 × 20 px: <button> T$/,
  /^dark phone: text of 12px: <input> Zooms/,
  /^light: 2\d+ px wide at 1440 px/,
  /^dark phone: 2\d+ px wide at 390 px/,
  /^light: cut off at 1440 px: <p class="cut">/,
  /^light: role-img-alt/,
  /^light: label-content-name-mismatch/,
  /^left edge is 307, not 304/,
  /^console: planted warning/,
  /^console: planted fault/,
  /^address is \/app\/help\?planted, not \/app\/help$/,
  /^0 of link Planted$/,
  /^dot is oklch.*, not of hue 20$/,
]

test('the walk finds a planted fault of every kind', async ({ visit, newPerson }) => {
  const signedIn = await visit('new')
  const { page } = await newPerson({
    reducedMotion: 'reduce',
    colorScheme: 'light',
    storageState: await signedIn.page.context().storageState(),
  })
  await page.addInitScript((planted) => {
    console.warn('planted warning')
    new MutationObserver((_, observer) => {
      if (!document.documentElement.hasAttribute('data-hydrated')) return
      observer.disconnect()
      history.replaceState(history.state, '', '?planted')
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(planted.map(([_, rule]) => rule).join('\n'))
      document.adoptedStyleSheets.push(sheet)
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', planted.map(([html]) => html).join('\n'))
      throw new Error('planted fault')
    }).observe(document, { attributes: true, subtree: true })
  }, PLANTED)
  const faults = await screenFaults(page, '/app/help', {
    offers: [{ role: 'link', name: 'Planted' }],
    dotHue: 20,
  })
  expect(FAULTS.filter((fault) => !faults.some((found) => fault.test(found)))).toEqual([])
})
