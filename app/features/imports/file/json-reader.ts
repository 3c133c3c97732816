import { FileFault } from './text-slices.ts'

const MAX_ROW_CHARS = 256 * 1024
const MAX_NESTING = 4
/** Nesting depth below which lists are ignored. Limits the length of paths, which grow by one key per level. */
const MAX_DEPTH = 100
const TOO_DEEP = 'too deep'
/** Maximum characters kept of a key or a location's name. */
const MAX_NAME_CHARS = 200

/**
 * Path to a list of objects: the keys that lead to it, with `*` for each entry of a list on the way. '': one object per
 * line of the file; '/*': the entries of a top-level list; '/reviews/*': the entries of a list inside an object;
 * '/*\/reviews/*': the entries of the lists inside each object of a list.
 */
export type ListPath = string

export interface JsonRow {
  /** Line on which the object begins, from 1. */
  line: number
  /** Values by field name, nested ones under `reviewer.displayName`; null if the object isn't valid JSON. */
  fields: Map<string, string> | null
}

/** Column for the reviewed location: the name of the object that contains the list. */
const PLACE_COLUMN = 'location name'
const PLACE_KEYS = new Set(['name', 'title', 'business_name', 'businessName'])

interface Container {
  isObject: boolean
  /** Path of this container itself; an entry of a list has the path of the list. */
  path: ListPath
  key: string
  placeName: string
}

interface ScannedRow {
  line: number
  text: string
  path: ListPath
  placeName: string
}

const COMPARED_LINES = 100

/** True for JSON Lines: at least half of the first lines are objects. The last line may be cut off. */
export function isJsonLines(beginning: string): boolean {
  const lines = beginning.split('\n', COMPARED_LINES).filter((line) => line.trim() !== '')
  const objects = lines.filter((line) => line.trimStart().startsWith('{') && fieldsOf(line) !== null)
  return lines.length > 1 && objects.length >= lines.length / 2
}

/** Scans the objects of one list, or of every list, of a JSON file. Text pieces may be cut at any place. */
class JsonScanner {
  readonly #isWanted: (path: ListPath) => boolean
  readonly #maxRowChars: number
  readonly #isLines: boolean
  readonly #open: Container[] = []
  /** Rows being read, the innermost last. */
  readonly #rows: (ScannedRow & { depth: number })[] = []
  #inString = false
  #isEscaped = false
  #string = ''
  #line = 1
  /** True if the current line has text outside of objects. */
  #isLineBroken = false

  /** @param isLines true if each line is a whole value, so that a broken one doesn't affect the next */
  constructor(isWanted: (path: ListPath) => boolean, maxRowChars: number, isLines: boolean) {
    this.#isWanted = isWanted
    this.#maxRowChars = maxRowChars
    this.#isLines = isLines
  }

  /** @throws FileFault if an object is longer than any review */
  *push(text: string): Generator<ScannedRow> {
    let start = 0
    const take = (end: number) => {
      const piece = text.slice(start, end)
      for (const row of this.#rows) row.text += piece
      start = end
    }
    for (let index = 0; index < text.length; index++) {
      const char = text[index]
      if (char === '\n') {
        if (this.#isLines) {
          take(index)
          yield* this.#endLine()
        }
        this.#line += 1
      } else if (this.#open.length === 0 && char !== '{' && char?.trim() !== '') {
        this.#isLineBroken = true
      }
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (char === '\\') this.#isEscaped = true
        else if (char === '"') this.#inString = false
        if (this.#inString && this.#string.length < MAX_NAME_CHARS) this.#string += char
      } else if (char === '"') {
        this.#inString = true
        this.#string = ''
      } else if (char === ':') {
        const container = this.#open.at(-1)
        if (container?.isObject) container.key = this.#string
        this.#string = ''
      } else if (char === ',') {
        this.#rememberPlace()
      } else if (char === '{' || char === '[') {
        const path = this.#pathInside()
        this.#string = ''
        if (char === '{' && this.#isWanted(path) && (path === '' || path.endsWith('*'))) {
          take(index)
          const placeName = this.#open.findLast((container) => container.placeName !== '')?.placeName ?? ''
          this.#rows.push({ text: '', line: this.#line, depth: this.#open.length, path, placeName })
        }
        this.#open.push({ isObject: char === '{', path, key: '', placeName: '' })
      } else if (char === '}' || char === ']') {
        this.#open.pop()
        const row = this.#rows.at(-1)
        if (row?.depth === this.#open.length) {
          take(index + 1)
          this.#rows.pop()
          yield row
        }
      }
    }
    take(text.length)
    const [row] = this.#rows
    if (row && row.text.length > this.#maxRowChars) {
      throw new FileFault(
        `The entry that starts on line ${row.line} is too long to be a review. Check the file.`,
      )
    }
  }

  /** Resets the scanner at the end of a line, and yields a broken row if the line is incomplete. */
  *#endLine(): Generator<ScannedRow> {
    if (this.#open.length > 0 || this.#isLineBroken)
      yield this.#rows.at(-1) ?? { line: this.#line, text: '', path: '', placeName: '' }
    this.#open.length = 0
    this.#rows.length = 0
    this.#inString = false
    this.#isEscaped = false
    this.#string = ''
    this.#isLineBroken = false
  }

  /** @throws FileFault if the file is cut off */
  *end(): Generator<ScannedRow> {
    if (this.#isLines) yield* this.#endLine()
    if (this.#open.length === 0) return
    const [row] = this.#rows
    throw new FileFault(
      `The file ends in the middle${row ? ` of the entry that starts on line ${row.line}` : ''}. Export it again.`,
    )
  }

  #pathInside(): ListPath {
    const container = this.#open.at(-1)
    if (!container) return ''
    if (this.#open.length > MAX_DEPTH) return TOO_DEEP
    return `${container.path}/${container.isObject ? container.key : '*'}`
  }

  /** Stores the 'name' or 'title' of an object as the place of the reviews listed inside it. */
  #rememberPlace(): void {
    const container = this.#open.at(-1)
    if (container?.isObject && PLACE_KEYS.has(container.key) && container.placeName === '')
      container.placeName = this.#string
  }
}

export class JsonReader {
  readonly #scanner: JsonScanner

  constructor(path: ListPath, isLines = false) {
    this.#scanner = new JsonScanner((found) => found === path, MAX_ROW_CHARS, isLines)
  }

  /** Returns the objects completed by this piece. @throws FileFault if one is longer than any review */
  push(text: string): JsonRow[] {
    return Array.from(this.#scanner.push(text), rowOf)
  }

  /** @throws FileFault if the file is cut off */
  end(): JsonRow[] {
    return Array.from(this.#scanner.end(), rowOf)
  }
}

export function listsIn(beginning: string, maxRows: number, isLines = false): Map<ListPath, JsonRow[]> {
  const lists = new Map<ListPath, JsonRow[]>()
  const scanner = new JsonScanner(() => true, Number.POSITIVE_INFINITY, isLines)
  for (const found of scanner.push(beginning)) {
    const rows = lists.get(found.path) ?? []
    lists.set(found.path, rows)
    if (rows.length < maxRows) rows.push(rowOf(found))
  }
  return lists
}

function rowOf({ line, text, placeName }: { line: number; text: string; placeName: string }): JsonRow {
  const fields = fieldsOf(text)
  if (fields && placeName !== '') fields.set(PLACE_COLUMN, placeName)
  return { line, fields }
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/**
 * Keeps an integer beyond the safe range as text, exactly as it is written. In an old engine without `context.source`,
 * the integer becomes ''.
 */
const exactly: Reviver = (_, value, context) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? '')
    : value

function fieldsOf(json: string): Map<string, string> | null {
  try {
    const fields = new Map<string, string>()
    collect(JSON.parse(json, exactly), '', 0, fields)
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
