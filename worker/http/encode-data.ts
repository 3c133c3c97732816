import { encode as encodeAnything } from '../../node_modules/turbo-stream/dist/turbo-stream.mjs'

// All else is the library's.
export * from '../../node_modules/turbo-stream/dist/turbo-stream.mjs'

/** How turbo-stream 2 writes values that JSON has not. */
const CODES = new Map<unknown, number>([
  [undefined, -7],
  [null, -5],
  [Number.NaN, -2],
  [Number.POSITIVE_INFINITY, -6],
  [Number.NEGATIVE_INFINITY, -3],
])
const NEGATIVE_ZERO = -4
const HOLE = -1
/** Most texts; asking for it takes less time than JSON.stringify does. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/**
 * In place of turbo-stream's own (wrangler.toml): what the loaders answer is plain data, which is written in one go, to the
 * same bytes, as a text. A stream of it would only be read again by the document, and stays in memory for long after its request.
 */
export function encode(input: unknown, options: object): ReadableStream | string {
  return plainText(input) ?? encodeAnything(input, options)
}

class NotPlain extends Error {}

/** @returns null for data that is not plain */
function plainText(input: unknown): string | null {
  const written: string[] = []
  const indices = new Map<unknown, number>()

  function put(value: unknown): number {
    // As in the library, the outermost value is written again inside itself, and -0 as 0 where that came before.
    const known = indices.get(value)
    if (known) return known
    const code = typeof value === 'string' ? undefined : CODES.get(value)
    if (code !== undefined) return code
    if (Object.is(value, -0)) return NEGATIVE_ZERO
    const index = written.push('') - 1
    indices.set(value, index)
    written[index] = textOf(value)
    return index
  }

  function textOf(value: unknown): string {
    if (typeof value === 'string') return NEEDS_NO_ESCAPE.test(value) ? `"${value}"` : JSON.stringify(value)
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (Array.isArray(value)) return `[${itemsOf(value).join(',')}]`
    if (!isPlainObject(value)) throw new NotPlain()
    let text = ''
    for (const key in value) text += `${text && ','}"_${put(key)}":${put(value[key])}`
    return `{${text}}`
  }

  function itemsOf(list: readonly unknown[]): number[] {
    const items: number[] = []
    for (let at = 0; at < list.length; at += 1) items.push(at in list ? put(list[at]) : HOLE)
    return items
  }

  try {
    const index = put(input)
    return index < 0 ? `${index}\n` : `[${written.join(',')}]\n`
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.getOwnPropertySymbols(value).length === 0
  )
}
