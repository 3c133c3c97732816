import { expect, test } from 'vitest'
import { industryOf } from '#tests/place-kinds.ts'
import { WORDS } from '#tests/word-lists.ts'
import { firstNameOf } from '#worker/insights/drafts/draft-reply.ts'
import { isHealthCare } from '#worker/rules/health-care.ts'

test.each([
  ['Anna Schmidt', 'Anna'],
  ['Jean-Luc P.', 'Jean-Luc'],
  ['Étienne', 'Étienne'],
  ['A Google user', null],
  ['Google User', null],
  ['Happy Customer', null],
  ['Dr. Müller', null],
  ['J. Smith', null],
  ['john smith', null],
  ['ANNA', null],
  ['Foodie99', null],
  ['The Best Pizza Club of Rome', null],
  ['王芳', null],
  ['', null],
])('the first name in %s is %s', (author, name) => {
  expect(firstNameOf(author, WORDS)).toBe(name)
})

test.each([
  ['Italian Restaurant', 'restaurant'],
  ['Boutique hotel', 'hotel'],
  ['Dental practice', 'clinic'],
  ['Hair salon & spa', 'salon'],
  ['Auto repair', 'automotive'],
  ['Plumbing', 'home_services'],
  ['Shoe shop', 'retail'],
  ['Orthodontist', 'clinic'],
  ['Cardiologist', 'clinic'],
  ['Barber shop', 'salon'],
  ['Consulting', 'generic'],
  [null, 'generic'],
])('the industry %s counts as %s', (typed, industry) => {
  expect(industryOf({ name: 'Harbor Street', industry: typed })).toBe(industry)
})

test.each([
  ['Noodles', 'restaurant'],
  ['American', 'restaurant'],
  ['New American', 'restaurant'],
  ['Greek and Mediterranean', 'restaurant'],
  ['Sushi', 'restaurant'],
  ['Steakhouse', 'restaurant'],
  ['Burgers', 'restaurant'],
  ['Deli', 'restaurant'],
  ['Delivery service', 'generic'],
  ['American History Museum', 'generic'],
  ['Bed and Breakfast', 'hotel'],
])('the cuisine %s counts as %s', (typed, industry) => {
  expect(industryOf({ name: 'Harbor Street', industry: typed })).toBe(industry)
})

test.each([
  ['Harbor Noodle House', null, 'restaurant'],
  ['Marlowe & Daughter Books', '', 'retail'],
  ['Harbor Grill', 'Dental clinic', 'clinic'],
  ['Italian Shoes', null, 'generic'],
])('an industry that is not given is derived from the name: %s (%s) is %s', (name, industry, expected) => {
  expect(industryOf({ name, industry })).toBe(expected)
})

test.each([
  ['Harbor Café', 'Restaurant', false],
  ['Harbor & Sons', null, false],
  ['Harbor Auto', 'Car dealer', false],
  ['Harbor Hotel', 'Hospitality', false],
  ['Greens', 'Plant nursery', false],
  ['Dr. Lee', 'Services', true],
  ['Harbor', 'Psychologist', true],
  ['Harbor', 'Orthodontics', true],
  ['Harbor', 'Cardiologist', true],
  ['Harbor Pediatrics', null, true],
  ['Harbor Counseling', 'Consulting', true],
  ['Zahnarztpraxis am Hafen', null, true],
  ['Clínica del Puerto', null, true],
  ['Harbor Spa', 'Hotel with a wellness and rehab center', true],
])('%s (%s) is health care: %s', (name, industry, expected) => {
  expect(isHealthCare({ name, industry })).toBe(expected)
})
