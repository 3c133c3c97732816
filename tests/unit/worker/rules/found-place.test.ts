import { expect, test } from 'vitest'
import { placeNameIn, ratingBasis } from '#worker/rules/found-place.ts'

test.each([
  ['https://www.google.com/maps/place/Marlowe+%26+Daughter+Books/@38.7,-9.1,17z', 'Marlowe & Daughter Books'],
  ['https://www.google.com/maps/place/Caf%C3%A9+Zo%C3%AB,+Rua+Nova+5,+Porto/@1,2', 'Café Zoë'],
  ['https://www.yelp.com/biz/harbor-books-porto-2', 'Harbor Books Porto'],
  ['https://www.google.com/maps/place/%E0%A4%A/@1,2', '%E0%A4%A'],
  ['https://www.yelp.com/biz/4gBQ0aZzvXkU5bR1nTtq3w', ''],
  ['https://maps.app.goo.gl/AbC12', ''],
  ['https://www.tripadvisor.com/Restaurant_Review-g1-d2-Reviews-Harbor_Books-Porto.html', 'Harbor Books'],
  ['https://www.tripadvisor.com/Hotel_Review-g1-d2-Reviews-or10-Harbor.html', 'Harbor'],
  ['https://www.tripadvisor.com/2', ''],
  ['nothing', ''],
])('the place name is read from the link: %s', (link, name) => {
  expect(placeNameIn(link)).toBe(name)
})

test.each([
  [false, 120, 10, '120 reviews on Yelp'],
  [false, 1, 1, '1 review on Yelp'],
  [false, null, 5, 'on Yelp'],
  [true, 120, 10, 'in the newest 10 reviews; Yelp has 120'],
  [true, 120, 1, 'in the newest review; Yelp has 120'],
  [true, null, 10, 'in the newest 10 reviews'],
  [true, 3, 3, '3 reviews on Yelp'],
] as const)(
  'a rating of the newest reviews (%s) of %s, %s of them read, is %j',
  (isRatingOfSeen, total, seen, text) => {
    expect(ratingBasis({ platform: 'yelp', isRatingOfSeen, total, seen }, String)).toBe(text)
  },
)
