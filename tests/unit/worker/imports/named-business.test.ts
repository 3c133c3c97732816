import { expect, test } from 'vitest'
import { businessNamed } from '#worker/imports/mail/named-business.ts'

interface Place {
  name: string
  city: string | null
}

const place = (name: string, city: string | null = null): Place => ({ name, city })

const named = (name: string, addressee: Place, ...others: Place[]) => businessNamed(name, addressee, others)

const ALDER = place('Alder & Salt', 'Portland')

test.each([
  ['Harbor Street Noodle House', place('Harbor Street Noodle House')],
  ['HARBOR STREET NOODLE-HOUSE', place('Harbor Street Noodle House')],
  ['Harbor Street Noodle House Eugene', place('Harbor Street Noodle House', 'Eugene')],
  ['Harbor Street Noodle House, Eugene', place('Harbor Street Noodle House', 'Eugene')],
  ['Alder and Salt Kitchen', place('The Alder & Salt Kitchen')],
  ['Alder & Salt - Eugene', place('Alder & Salt', 'Eugene')],
  ['CAFÉ LÖWE', place('Cafe Lowe')],
  ['Gasthaus Weißer Hirsch', place("Gast'haus Weisser Hirsch")],
])('a mail about %s belongs to the other business of that name', (name, other) => {
  expect(named(name, ALDER, place('Corner Shop'), other)).toBe(other)
})

test.each([
  ['has its name', 'Alder & Salt', [place('Alder & Salt')]],
  ['has its name and town', 'ALDER AND SALT PORTLAND', [place('Alder & Salt Portland')]],
  ['has another spelling of its name', 'Adler und Salz', [place('Alder')]],
  ['begins like another business', 'Luna Nails', [place('Luna', 'Eugene')]],
  ['is the beginning of another business', 'Harbor', [place('Harbor Coffee')]],
  ['nearly names another business', 'Harbour Coffee', [place('Harbor Coffee')]],
  ['names none of the businesses', 'Harbor Street Noodle House', [place('Corner Shop')]],
  ['names none, and there is no other one', 'Harbor Street Noodle House', []],
  ['names no business', 'us', [place('Corner Shop')]],
  ['has no letters, like another business', '!', [place('…')]],
])('a mail that %s belongs to the addressee', (_, name, others) => {
  expect(named(name, ALDER, ...others)).toBe(ALDER)
})

test('a mail that names two other businesses belongs to none', () => {
  const others = [place('Harbor Coffee', 'Eugene'), place('HARBOR COFFEE', 'Salem')]
  expect(named('Harbor Coffee', ALDER, ...others)).toBeNull()
  expect(named('Harbor Coffee Salem', ALDER, ...others)).toBe(others[1])
})
