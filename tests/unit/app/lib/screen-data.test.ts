import { encode as reference } from 'turbo-stream'
import { expect, test } from 'vitest'
import { encode } from '#app/lib/screen-data.server.ts'
import { decode } from '#app/lib/screen-data.ts'

/** What a browser reads of it, however the network cuts it into pieces. */
async function read(written: ReadableStream | string, options = {}) {
  const bytes = new Uint8Array(await new Response(written).arrayBuffer())
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5))
      controller.close()
    },
  })
  return (await decode(pieces, options)).value
}

const shared = { name: 'Ada', tags: ['a', 'b'] }

test.each<[string, unknown]>([
  [
    'what a document needs',
    { loaderData: { root: { theme: 'dark', isOnSale: true } }, actionData: null, errors: null },
  ],
  ['null', null],
  ['a text', 'one'],
  ['an empty list', []],
  ['an empty object', {}],
  ['numbers', [0, 1.5, -1, 1e21, 2 ** 53, 0.1 + 0.2]],
  ['the same value again', [shared, shared, 'Ada', ['Ada', 'name'], { name: 'name' }]],
  ['texts that need escapes', ['"', '\\', '\u2028</script>', '\ud83d\ude00', 'ä\n\t', 'json']],
  ['every character', Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))],
  ['keys that need escapes', { 'a"b': 1, '': 2, 'ü</': 3, 12: 4, constructor: 5 }],
])('%s is written as JSON and read back', async (_name, value) => {
  const written = encode(value, {})
  expect(written).toBe(`json${JSON.stringify(value)}`)
  expect(await read(written)).toEqual(value)
})

test('a field without a value is left out', async () => {
  const written = encode({ a: true, b: undefined }, {})
  expect(written).toBe('json{"a":true}')
})

const looped: Record<string, unknown> = { id: 1 }
looped.self = looped

class Own {
  id = 1
}

const plugin = (one: unknown) => (one instanceof Own ? (['Own', one.id] as [string, number]) : false)
const OPTIONS = {
  plugins: [(type: unknown, id: unknown) => (type === 'Own' ? { value: { own: id } } : false)],
}

test.each<[string, unknown, unknown?]>([
  ['nothing', undefined],
  ['a list with a hole', [1, undefined, 3]],
  ['numbers that JSON has not', [Number.NaN, Infinity, -Infinity]],
  ['zero with a sign', { at: -0 }],
  ['what holds itself', { looped }],
  ['a date', { at: new Date(0) }],
  ['a set', new Set([1])],
  ['a map', { all: new Map([['a', 1]]) }],
  ['an error', { error: new Error('no') }],
  ['a big number', [1n]],
  ['an object of a class', [new Own()], [{ own: 1 }]],
  ['an object without a prototype', { all: Object.create(null) }, { all: {} }],
  ['a key that is a symbol', { [Symbol.for('redirect')]: 1 }, {}],
])('%s is left to the library', async (_name, value, expected = value) => {
  const options = { plugins: [plugin], postPlugins: [] }
  const [ours, theirs] = [encode(value, options), reference(value, options)]
  expect(ours).toBeInstanceOf(ReadableStream)
  const text = await new Response(ours).text()
  expect(text).toBe(await new Response(theirs).text())
  expect(await read(text, OPTIONS)).toEqual(expected)
})

test.each(['<!DOCTYPE html>', '{"error":{"message":"Too many requests."}}', '', 'json{"a"'])(
  '%j is no data of a screen',
  async (text) => {
    await expect(read(text)).rejects.toThrow()
  },
)
