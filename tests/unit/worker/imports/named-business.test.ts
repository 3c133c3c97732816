import { expect, test } from 'vitest'
import { businessNamed } from '#worker/imports/mail/named-business.ts'

const named = (name: string, addressee: string, ...others: string[]) =>
  businessNamed(
    name,
    { name: addressee },
    others.map((other) => ({ name: other })),
  )?.name

test.each([
  ['in its own spelling', 'Alder & Salt', 'Alder & Salt'],
  ['in capitals, without punctuation', 'ALDER AND SALT', 'Alder & Salt'],
  ['as one word', 'AlderSalt', 'Alder & Salt'],
  ['with its town', 'Alder & Salt Portland', 'Alder & Salt'],
  ['without its town', 'Alder & Salt', 'Alder & Salt - Portland, OR'],
  ['with accents', 'Café Löwe', 'Cafe Lowe'],
  ['with ß', 'Gasthaus Weißer Hirsch', 'Gasthaus Weisser Hirsch'],
  ['with typing errors', 'Adler & Salt', 'Alder & Salt'],
  ['cut off', 'Alder & Salt Kitch…', 'Alder & Salt Kitchen and Bar'],
  ['with another word', 'Salt Kitchen', 'Alder & Salt'],
  ['in another script', '海港書店', 'Harbor Books'],
  ['without a name', 'your business', 'Alder & Salt'],
  ['as us', 'us', 'Alder & Salt'],
  ['by its beginning, like another one', 'Harbor Coffee', 'Harbor Coffee Downtown', 'Harbor Coffee Uptown'],
  ['by a name that another one has too', 'Harbor Coffee', 'Harbor Coffee', 'Harbor Coffee'],
  ['with a typing error, although another one is similar', 'Harbor Coffee', 'Harbour Coffee', 'Harbor'],
])('the addressee is recognized %s', (_, name, addressee, ...others) => {
  expect(named(name, addressee, ...others)).toBe(addressee)
})

test.each([
  ['Harbor Street Noodle House', 'Alder & Salt', 'Harbor Street Noodle House'],
  ['HARBOR STREET NOODLE-HOUSE EUGENE', 'Alder & Salt', 'Harbor Street Noodle House'],
  ['Alder & Salt Kitchen', 'Alder & Salt', 'Alder & Salt Kitchen'],
  ['Harbor Coffee Uptown', 'Harbor Coffee Downtown', 'Harbor Coffee Uptown'],
  ['Harbor Coffee Westside', 'Harbor Coffee Eastside', 'Harbor Coffee Westside'],
  ['Store 1235', 'Store 1234', 'Store 1235'],
])('%s is not %s but another business', (name, addressee, other) => {
  expect(named(name, addressee, 'Corner Shop', other)).toBe(other)
})

test.each([
  ['is none of them', 'Harbor Street Noodle House', 'Alder & Salt', ['Corner Shop']],
  ['is the only one that is not there', 'Harbor Street Noodle House', 'Alder & Salt', []],
  ['may be two others', 'Harbor Coffee', 'Alder & Salt', ['Harbor Coffee Up', 'Harbor Coffee Down']],
])('no business is recognized by a name that %s', (_, name, addressee, others) => {
  expect(named(name, addressee, ...others)).toBeUndefined()
})
