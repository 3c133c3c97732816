import { encode as reference } from 'turbo-stream'
import { expect, test } from 'vitest'
import { encode } from '#worker/http/encode-data.ts'

const shared = { name: 'Ada', tags: ['a', 'b'] }
const looped: Record<string, unknown> = { id: 1 }
looped.self = looped

const PLAIN: [string, unknown][] = [
  [
    'an object',
    { loaderData: { root: { theme: 'dark', locale: 'en' } }, actionData: undefined, errors: null },
  ],
  ['nothing', undefined],
  ['null', null],
  ['a text', 'one'],
  ['an empty list', []],
  ['a list with a hole', Object.assign([1], { 2: 3, length: 4 })],
  ['an empty object', {}],
  ['numbers that JSON has not', [0, -0, 1.5, -1, Number.NaN, Infinity, -Infinity, 1e21, 2 ** 53]],
  ['the same values again', [shared, shared, 'Ada', ['Ada', 'name'], { name: 'name' }]],
  ['what holds itself', looped],
  ['texts that need escapes', ['"', '\\', '\u2028</script>', '\ud83d\ude00', '\ud800', 'ä\n\t']],
  ['every character', Array.from({ length: 2 ** 16 }, (_, code) => String.fromCharCode(code))],
  ['keys that need escapes', { 'a"b': 1, '': 2, 'ü</': 3, 12: 4, constructor: 5 }],
  ['booleans and absent fields', { a: true, b: false, c: undefined, d: null }],
  [
    'reviews',
    {
      items: Array.from({ length: 50 }, (_, id) => ({
        id: `${id}`,
        rating: 1 + (id % 5),
        text: `Soup ${id % 7}`,
      })),
    },
  ],
]

test.each(PLAIN)('%s is written as by the library', async (_name, value) => {
  expect(encode(value, {})).toBe(await new Response(reference(value)).text())
})

class Own {
  id = 1
}

test.each([
  ['a date', { at: new Date(0) }],
  ['a set', new Set([1])],
  ['an error', { error: new Error('no') }],
  ['a big number', [1n]],
  ['a promise', { later: Promise.resolve(1) }],
  ['an object of a class', [new Own()]],
  ['an object without a prototype', Object.create(null)],
  ['a key that is a symbol', { [Symbol.for('redirect')]: 1 }],
  ['a function', [() => {}]],
])('%s is left to the library', async (_name, value) => {
  const plugin = (one: unknown) => [typeof one, String(one)] as [string, string]
  const options = { postPlugins: [plugin] }
  const [ours, theirs] = [encode(value, options), reference(value, options)]
  expect(ours).toBeInstanceOf(ReadableStream)
  expect(await new Response(ours).text()).toBe(await new Response(theirs).text())
})
