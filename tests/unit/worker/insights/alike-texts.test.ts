import { expect, test } from 'vitest'
import { alikeTexts } from '#worker/insights/alarms/suspicions.ts'

const RUDE = 'The waiter was rude to my mother and the soup was cold when it came.'
const texts = (...all: string[]) => all.map((text, id) => ({ id, text }))

test('three nearly identical texts are found, regardless of order, case and punctuation', () => {
  const found = alikeTexts(
    texts('A lovely evening by the water with friends and good wine.', RUDE, RUDE.toUpperCase(), `${RUDE}!!`),
  )
  expect(found).toEqual([1, 2, 3])
})

test('two similar texts are not reported, nor three that share only one sentence', () => {
  expect(alikeTexts(texts(RUDE, RUDE))).toEqual([])
  const shared = (rest: string) => `The waiter was rude. ${rest}`
  expect(
    alikeTexts(
      texts(
        shared('We had booked weeks ago for a birthday and sat beside the door.'),
        shared('Otherwise a fine place with a view that my children will remember.'),
        shared('I asked for the bill three times before anybody brought it to us.'),
      ),
    ),
  ).toEqual([])
})

test('short common praise and empty texts are not reported', () => {
  expect(
    alikeTexts(texts('Great food, great service!', 'Great food, great service!', 'great food great service')),
  ).toEqual([])
  expect(alikeTexts(texts('', '', ''))).toEqual([])
})

test('the larger of two groups is reported', () => {
  const other = 'My phone was repaired within the hour and the price was what they had said.'
  expect(alikeTexts(texts(RUDE, RUDE, RUDE, other, other, other, other))).toEqual([3, 4, 5, 6])
})
