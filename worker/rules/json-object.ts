import * as v from 'valibot'
import { cleanText } from './text.ts'

export const MAX_JSON_BYTES = 8 * 1_024
/** Objects and lists inside each other, the outermost included. */
export const MAX_JSON_DEPTH = 5

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** Keys that mean something to JavaScript's own objects; they vanish. */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A JSON object with whatever its owner keeps in it, at most 8 KiB of text and 5 levels deep. It comes out as a copy whose
 * objects have no prototype, its texts cleaned like any other.
 *
 * @param label what the field is called; begins the message
 */
export function jsonObject(label: string) {
  return v.pipe(
    v.custom<Record<string, unknown>>(isObject, `${label} must be an object.`),
    v.rawTransform<Record<string, unknown>, JsonObject>(({ dataset, addIssue, NEVER }) => {
      const copy = copyOf(dataset.value, MAX_JSON_DEPTH)
      if (!isObject(copy)) {
        addIssue({
          message: `${label} can hold text, numbers, lists and objects, at most ${MAX_JSON_DEPTH} levels deep.`,
        })
        return NEVER
      }
      if (new TextEncoder().encode(JSON.stringify(copy)).length > MAX_JSON_BYTES) {
        addIssue({ message: `${label} can have at most ${MAX_JSON_BYTES.toLocaleString('en')} bytes.` })
        return NEVER
      }
      return copy
    }),
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns undefined for what can't be kept as JSON, or lies deeper than that many levels */
function copyOf(value: unknown, levels: number): JsonValue | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return value.includes('\0') ? undefined : cleanText(value)
  if (typeof value !== 'object' || levels === 0) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => copyOf(item, levels - 1))
    return items.some((item) => item === undefined) ? undefined : (items as JsonValue[])
  }
  const copy: JsonObject = Object.create(null)
  for (const [key, inner] of Object.entries(value)) {
    if (RESERVED_KEYS.has(key)) continue
    const name = copyOf(key, 0)
    const kept = copyOf(inner, levels - 1)
    if (typeof name !== 'string' || kept === undefined) return undefined
    copy[name] = kept
  }
  return copy
}
