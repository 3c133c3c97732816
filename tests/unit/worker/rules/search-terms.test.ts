import { expect, test } from 'vitest'
import { hitsIn, searchTerms } from '#worker/rules/search-terms.ts'

function marked(text: string, search: string): string {
  return hitsIn(text, search)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('')
}

test.each([
  ['Cold soup, cold tea.', 'cold', '[Cold] soup, [cold] tea.'],
  ['Cold soup', 'so co', '[Cold] [soup]'],
  ['Schön war es', 'schon', '[Schön] war es'],
  ['The café', 'CAFÉ', 'The [café]'],
  ['Unkind', 'kind', 'Unkind'],
  ['An oyster, many oysters', 'oysters', 'An [oyster], many [oysters]'],
  ['A party of parties, pies', 'parties pies', 'A [party] of [parties], [pies]'],
  ['One dish, two dishes', 'dishes', 'One [dish], two [dishes]'],
  ['The glass, our bus, gas', 'glass bus gas', 'The [glass], our [bus], [gas]'],
  ['Nothing here', '', 'Nothing here'],
  ['Nothing here', '?!', 'Nothing here'],
  ['', 'x', ''],
])('in %j a search for %j highlights %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected)
})

test('a search uses at most eight words', () => {
  expect(searchTerms('a b c d e f g h i j')).toHaveLength(8)
})
