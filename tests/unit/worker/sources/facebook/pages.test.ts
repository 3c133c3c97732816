import { expect, test } from 'vitest'
import { parsePages } from '#worker/sources/facebook/pages.ts'
import { expectSourceError } from '../answers.ts'
import { graphErrorBody, PAGE_ID, PAGING } from './bodies.ts'

const ENTRY = {
  id: PAGE_ID,
  name: 'Harbour Inn',
  access_token: 'page-token',
  link: 'https://www.facebook.com/harbourinn',
  category: 'Hotel',
}
const bodyOf = (data: unknown[], paging?: unknown) => JSON.stringify({ data, paging })

test('the pages of an account are read with their access tokens', () => {
  expect(parsePages(bodyOf([ENTRY], { cursors: PAGING.cursors }))).toEqual({
    pages: [
      {
        id: PAGE_ID,
        name: 'Harbour Inn',
        accessToken: 'page-token',
        url: 'https://www.facebook.com/harbourinn',
        category: 'Hotel',
      },
    ],
    nextCursor: null,
  })
  expect(parsePages(bodyOf([], PAGING))).toEqual({ pages: [], nextCursor: 'QVFIUafter' })
})

test('a page without a token or a valid id is left out', () => {
  const odd = [{ ...ENTRY, access_token: undefined }, { ...ENTRY, id: 'me' }, { ...ENTRY, id: 7 }, null]
  expect(parsePages(bodyOf(odd)).pages).toEqual([])
})

test('a page without a name or with a foreign link is shown by its id', () => {
  const [page] = parsePages(bodyOf([{ ...ENTRY, name: ' ', link: 'https://evil.example/' }])).pages
  expect(page).toMatchObject({ name: `Page ${PAGE_ID}`, url: `https://www.facebook.com/${PAGE_ID}` })
})

test.each([
  [graphErrorBody(190, 458), 'reconnect'],
  [graphErrorBody(200), 'not_allowed'],
  ['{"data":null}', 'format_changed'],
  ['{"data":[', 'unavailable'],
] as const)('%s is refused as %s', (body, kind) => {
  expectSourceError(() => parsePages(body), kind)
})
