import { FileFault } from './text-slices.ts'

const MAX_ROW_CHARS = 256 * 1024
const MAX_NESTING = 4

/**
 * Where the reviews are: in a list, in a list inside an object (`{"reviews": [...]}`, as Google exports them), or one
 * object a line.
 */
export type JsonShape = 'list' | 'wrapped' | 'lines'

export interface JsonRow {
  /** The line it begins on, counted from 1. */
  line: number
  /** Its fields by name, those inside of others as `reviewer.displayName`; null for what is no JSON. */
  fields: Map<string, string> | null
}

/** How deep the reviews lie. */
const DEPTHS: Record<JsonShape, number> = { list: 1, wrapped: 2, lines: 0 }

/** Reads the objects of a JSON file from pieces of text, whatever they are cut at. */
export class JsonReader {
  readonly #rowDepth: number
  #depth = 0
  #inString = false
  #isEscaped = false
  #line = 1
  #rowLine = 1
  /** The object that is being read; null outside of one. */
  #row: string | null = null

  constructor(shape: JsonShape) {
    this.#rowDepth = DEPTHS[shape]
  }

  /**
   * The objects that this piece completes.
   *
   * @throws FileFault where one is longer than any review is
   */
  push(text: string): JsonRow[] {
    const rows: JsonRow[] = []
    let start = 0
    for (let index = 0; index < text.length; index++) {
      const char = text[index]
      if (char === '\n') this.#line += 1
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (char === '\\') this.#isEscaped = true
        else if (char === '"') this.#inString = false
      } else if (char === '"') {
        this.#inString = true
      } else if (char === '{' || char === '[') {
        if (this.#depth === this.#rowDepth && char === '{') {
          this.#row = ''
          this.#rowLine = this.#line
          start = index
        }
        this.#depth += 1
      } else if (char === '}' || char === ']') {
        this.#depth -= 1
        if (this.#depth === this.#rowDepth && this.#row !== null) {
          rows.push({ line: this.#rowLine, fields: fieldsOf(this.#row + text.slice(start, index + 1)) })
          this.#row = null
        }
      }
    }
    if (this.#row !== null) this.#row += text.slice(start)
    if ((this.#row?.length ?? 0) > MAX_ROW_CHARS) {
      throw new FileFault(
        `The entry that starts on line ${this.#rowLine} is too long to be a review. Check the file.`,
      )
    }
    return rows
  }

  /** @throws FileFault where the file ends in the middle */
  end(): JsonRow[] {
    if (this.#row === null && this.#depth === 0) return []
    throw new FileFault(
      `The file ends in the middle${this.#row === null ? '' : ` of the entry that starts on line ${this.#rowLine}`}. Export it again.`,
    )
  }
}

/** How a JSON file is made, by its beginning; null for what is no list of objects. */
export function jsonShapeOf(beginning: string): JsonShape | null {
  const text = beginning.trimStart()
  if (text.startsWith('[')) return 'list'
  if (!text.startsWith('{')) return null
  const [firstLine = ''] = text.split(/\r?\n/)
  if (isJson(firstLine)) return /^\{\s*"[^"]*"\s*:\s*\[\s*\{/.test(text) ? 'wrapped' : 'lines'
  return /"\s*:\s*\[\s*\{/.test(text) ? 'wrapped' : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function fieldsOf(json: string): Map<string, string> | null {
  try {
    const fields = new Map<string, string>()
    collect(JSON.parse(json), '', 0, fields)
    return fields
  } catch {
    return null
  }
}

function collect(value: unknown, name: string, depth: number, fields: Map<string, string>): void {
  if (Array.isArray(value) || depth > MAX_NESTING) return
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, name === '' ? key : `${name}.${key}`, depth + 1, fields)
    }
  } else {
    fields.set(name, value === null || value === undefined ? '' : String(value))
  }
}
