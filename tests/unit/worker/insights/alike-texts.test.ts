import { expect, test } from 'vitest'
import { alikeTexts } from '#worker/insights/alarms/suspicions.ts'

const RUDE = 'The waiter was rude to my mother and the soup was cold when it came.'
const texts = (...all: string[]) => all.map((text, id) => ({ id, text }))

test('three texts that say nearly the same are found, in any order and however they are written', () => {
  const found = alikeTexts(
    texts('A lovely evening by the water with friends and good wine.', RUDE, RUDE.toUpperCase(), `${RUDE}!!`),
  )
  expect(found).toEqual([1, 2, 3])
})

test('two are not enough, nor three that share a sentence only', () => {
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

test('short praise that strangers have in common is nothing, nor are empty texts', () => {
  expect(
    alikeTexts(texts('Great food, great service!', 'Great food, great service!', 'great food great service')),
  ).toEqual([])
  expect(alikeTexts(texts('', '', ''))).toEqual([])
})

test('of two groups the larger one is found', () => {
  const other = 'My phone was repaired within the hour and the price was what they had said.'
  expect(alikeTexts(texts(RUDE, RUDE, RUDE, other, other, other, other))).toEqual([3, 4, 5, 6])
})
