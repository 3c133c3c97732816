import { encode as encodeAnything } from '../../node_modules/turbo-stream/dist/turbo-stream.mjs'
import { MARK } from './screen-data.ts'

/** Deeper than any data of ours: what contains itself has no end. */
const MAX_DEPTH = 30

/**
 * In place of turbo-stream's own (wrangler.toml): what loaders answer is written as JSON, which both sides read and write natively,
 * wherever that loses nothing. A stream would only be read again by the document, and stays in memory for long after its request.
 */
export function encode(input: unknown, options: object): ReadableStream | string {
  return isJson(input, 0) ? MARK + JSON.stringify(input) : encodeAnything(input, options)
}

/** A field without a value is as good as none. */
function isJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'undefined':
      return depth > 0
    case 'object':
      if (value === null) return true
      if (depth === MAX_DEPTH) return false
      return Array.isArray(value) ? isJsonList(value, depth + 1) : isJsonObject(value, depth + 1)
    default:
      return false
  }
}

function isJsonList(list: readonly unknown[], depth: number): boolean {
  for (const item of list) if (item === undefined || !isJson(item, depth)) return false
  return true
}

function isJsonObject(value: object, depth: number): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  if (Object.getOwnPropertySymbols(value).length > 0) return false
  for (const key in value) if (!isJson((value as Record<string, unknown>)[key], depth)) return false
  return true
}
