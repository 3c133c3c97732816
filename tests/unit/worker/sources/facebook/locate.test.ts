import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { locate } from '#worker/sources/facebook/locate.ts'

const HOME = 'https://www.facebook.com'

test.each([
  [`${HOME}/harbourinn`, 'harbourinn'],
  [`${HOME}/harbour.inn.example/`, 'harbour.inn.example'],
  [`${HOME}/harbourinn/reviews/?ref=page_internal`, 'harbourinn'],
  [`${HOME}/pg/harbourinn/reviews/`, 'harbourinn'],
  ['https://m.facebook.com/harbourinn?x=1#y', 'harbourinn'],
  ['https://facebook.com/harbourinn', 'harbourinn'],
  ['https://de-de.facebook.com/harbourinn', 'harbourinn'],
  ['https://web.facebook.com/harbourinn', 'harbourinn'],
  ['https://fb.com/harbourinn', 'harbourinn'],
  ['https://www.fb.com/harbourinn', 'harbourinn'],
  [`${HOME}/Harbour-Inn-104829374650112/`, 'Harbour-Inn-104829374650112'],
  [`${HOME}/B%C3%A4ckerei-Caf%C3%A9`, 'B%C3%A4ckerei-Caf%C3%A9'],
])('%s names the page %s without its id', (address, name) => {
  expect(locate(new URL(address))).toEqual({ id: null, url: `${HOME}/${name}` })
})

test.each([
  [`${HOME}/profile.php?id=61550293847561&sk=reviews`, '61550293847561', 'profile.php?id=61550293847561'],
  [`${HOME}/pages/Harbour-Inn/104829374650112?x=1`, '104829374650112', 'pages/Harbour-Inn/104829374650112'],
  [`${HOME}/people/Harbour-Inn/61550293847561/`, '61550293847561', 'people/Harbour-Inn/61550293847561'],
  [`${HOME}/p/Harbour-Inn-61550293847561/`, '61550293847561', 'p/Harbour-Inn-61550293847561'],
  ['https://m.facebook.com/104829374650112', '104829374650112', '104829374650112'],
  // Larger than the safe integers of JavaScript.
  [
    `${HOME}/profile.php?id=90071992547409931234`,
    '90071992547409931234',
    'profile.php?id=90071992547409931234',
  ],
])('%s contains the id %s', (address, id, path) => {
  expect(locate(new URL(address))).toEqual({ id, url: `${HOME}/${path}` })
})

test('a short link is kept until its redirect is followed', () => {
  expect(locate(new URL('https://fb.me/harbourinn?x=1'))).toEqual({
    id: null,
    url: 'https://fb.me/harbourinn',
  })
})

test.each([
  `${HOME}/`,
  `${HOME}/profile.php`,
  `${HOME}/profile.php?id=abc`,
  `${HOME}/profile.php?id=0123456`,
  `${HOME}/pages/Harbour-Inn`,
  `${HOME}/pages/%2F/104829374650112`,
  `${HOME}/p/Harbour-Inn`,
  `${HOME}/p/`,
  `${HOME}/pg/`,
  `${HOME}/groups/104829374650112`,
  `${HOME}/events/104829374650112`,
  `${HOME}/Watch/?v=1`,
  `${HOME}/login.php`,
  `${HOME}/sharer/sharer.php?u=x`,
  `${HOME}/l.php?u=https%3A%2F%2Fevil.example`,
  `${HOME}/%2F%2Fevil.example`,
  `${HOME}/a%20b`,
  `${HOME}/%zz`,
  'https://fb.me/',
  'https://fb.me/a/b',
  'http://www.facebook.com/harbourinn',
  'https://www.facebook.com:8443/harbourinn',
  'https://me@www.facebook.com/harbourinn',
  'https://www.facebook.com./harbourinn',
  'https://facebook.com.evil.example/harbourinn',
  'https://notfacebook.com/harbourinn',
  'https://graph.facebook.com/harbourinn',
  'https://l.facebook.com/harbourinn',
  'https://x.fb.me/harbourinn',
  'data:text/html,x',
])('%s is not located as a page', (address) => {
  expect(locate(new URL(address))).toBeNull()
})

test.each(['%21', 'a-', '%C3%BC', '/p/'])('64 KiB of %j are located within 50 ms', (part) => {
  const url = new URL(`${HOME}/p/${part.repeat(65_536 / part.length)}`)
  expect(fastestMs(() => locate(url))).toBeLessThan(50)
})
