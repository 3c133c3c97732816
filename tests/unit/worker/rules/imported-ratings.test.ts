import { expect, test } from 'vitest'
import { ratingIn, ratingScale } from '#worker/rules/imported-ratings.ts'

test.each([
  ['4', 4],
  ['4.0', 4],
  ['4,5', 4.5],
  ['4/5', 4],
  ['8/10', 4],
  ['80/100', 4],
  ['0/10', 1],
  ['0 %', 1],
  ['100/100', 5],
  ['bubble_45', 4.5],
  ['FIVE', 5],
  ['five', 5],
  ['FIVE_STARS', 5],
  ['★★★★', 4],
  ['★★★★☆', 4],
  ['⭐️⭐️⭐️', 3],
  ['★ ★', 2],
  ['1 star', 1],
  ['4 out of 5', 4],
  ['5.0 star rating', 5],
  ['4-star review', 4],
  [' 3 ', 3],
])('%j gives %d stars', (text, stars) => {
  expect(ratingIn(text)).toBe(stars)
})

test.each([
  '',
  '0',
  '6',
  '10',
  '40',
  '0/5',
  '6/5',
  '-4',
  '4 of',
  '★★★★★★',
  'STAR_RATING_UNSPECIFIED',
  'good',
  '4 people',
  '1e0',
  '5/0',
  '0/0',
])('%j is not a rating', (text) => {
  expect(ratingIn(text)).toBeNull()
})

/** A column's name, its values and their stars; 0 for values that aren't a rating. */
const COLUMNS: [name: string, values: string[], stars: number[]][] = [
  ['Rating', ['10', '9', '3', '5', '1', '8,5'], [5, 4.5, 1.5, 2.5, 1, 4.25]],
  ['Rating', ['10', '10', '10'], [5, 5, 5]],
  ['Rating', ['100', '50', '40', '20', '85'], [5, 2.5, 2, 1, 4.25]],
  ['Rating', ['50', '45', '10', '15'], [5, 4.5, 1, 1.5]],
  ['Rating', ['5 stars', '4', '40', '8/10', 'four'], [5, 4, 4, 4, 4]],
  ['Rating', [...Array<string>(10).fill('4'), '7', ''], [...Array<number>(10).fill(4), 0, 0]],
  ['Rating', ['5', '4', '5', '1', '55'], [5, 4, 5, 1, 0]],
  ['Rating', ['5', '4', '3', '5', '6'], [5, 4, 3, 5, 0]],
  ['Rating', ['10', '9', '8'], [5, 4.5, 4]],
  ['Rating', ['10', '9', '8', '88'], [5, 4.5, 4, 0]],
  ['Rating', ['8'], [0]],
  ['Rating 0-10', ['0', '10', '0.0'], [1, 5, 1]],
  ['Note sur 20', ['0', '20'], [1, 5]],
  ['Score %', ['0', '50'], [1, 2.5]],
  ['NPS', ['0', '9', '5'], [1, 4.5, 2.5]],
  ['net_promoter_score', ['0', '5'], [1, 2.5]],
  ['nps_score', ['0', '5'], [1, 2.5]],
  ['Rating 1-10', ['0', '10'], [0, 5]],
  ['Rating 0-5', ['0', '4'], [0, 4]],
  ['Rating', ['0', '10', '9'], [0, 5, 4.5]],
  ['Rating', ['0', '50', '40'], [0, 5, 4]],
  ['Rating (out of 100)', ['50', '40', '5'], [2.5, 2, 1]],
  ['Note sur 20', ['20', '4', '13'], [5, 1, 3.25]],
  ['Score %', ['50', '10'], [2.5, 1]],
  ['Stars 1-10', ['5', '4'], [2.5, 2]],
  ['Sterne (1 bis 5)', ['5', '10', '40'], [5, 0, 0]],
]

test.each(COLUMNS)('numbers in the column %j are read on one scale: %j', (name, values, stars) => {
  const scale = ratingScale(name, values)
  expect(values.map((value) => ratingIn(value, scale) ?? 0)).toEqual(stars)
})
