import { FileFault } from './text-slices.ts'

const MAX_ROW_CHARS = 256 * 1024
const MAX_NESTING = 4
/** Below it no list of reviews is looked for: each level's path is as long as the level is deep. */
const MAX_DEPTH = 100
/** The path of everything below. */
const TOO_DEEP = 'too deep'
/** Of a key or the name of a place. */
const MAX_NAME_CHARS = 200

/**
 * Where objects are listed: the keys that lead to the list, `*` for each entry of a list on the way. '' are the objects of the file
 * itself, one a line; '/*' those of its list; '/reviews/*' those of the list in an object; '/*\/reviews/*' those of the lists in the
 * objects of a list.
 */
export type ListPath = string

export interface JsonRow {
  /** The line it begins on, counted from 1. */
  line: number
  /** Its fields by name, those inside of others as `reviewer.displayName`; null for what is no JSON. */
  fields: Map<string, string> | null
}

/** The column with the name of what a list is inside of: the place that the reviews are about. */
const PLACE_COLUMN = 'location name'
const PLACE_KEYS = new Set(['name', 'title', 'business_name', 'businessName'])

interface Container {
  isObject: boolean
  /** Of the entries of a list, and of the container itself. */
  path: ListPath
  /** Of the value that is being read. */
  key: string
  placeName: string
}

/** Reads the objects of one list, or of every list, of a JSON file from pieces of text, whatever they are cut at. */
class JsonScanner {
  readonly #isWanted: (path: ListPath) => boolean
  readonly #maxRowChars: number
  readonly #open: Container[] = []
  /** Rows that are being read, the inner ones last. */
  readonly #rows: { text: string; line: number; depth: number; path: ListPath; placeName: string }[] = []
  #inString = false
  #isEscaped = false
  #string = ''
  #line = 1

  constructor(isWanted: (path: ListPath) => boolean, maxRowChars: number) {
    this.#isWanted = isWanted
    this.#maxRowChars = maxRowChars
  }

  /** @throws FileFault where an object is longer than any review is */
  *push(text: string): Generator<{ line: number; text: string; path: ListPath; placeName: string }> {
    let start = 0
    const take = (end: number) => {
      const piece = text.slice(start, end)
      for (const row of this.#rows) row.text += piece
      start = end
    }
    for (let index = 0; index < text.length; index++) {
      const char = text[index]
      if (char === '\n') this.#line += 1
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

  /** @throws FileFault where the file ends in the middle */
  end(): void {
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

  /** Of an object that lists are inside of, the name. */
  #rememberPlace(): void {
    const container = this.#open.at(-1)
    if (container?.isObject && PLACE_KEYS.has(container.key) && container.placeName === '')
      container.placeName = this.#string
  }
}

/** The objects of one list. */
export class JsonReader {
  readonly #scanner: JsonScanner

  constructor(path: ListPath) {
    this.#scanner = new JsonScanner((found) => found === path, MAX_ROW_CHARS)
  }

  /** The objects that this piece completes. @throws FileFault where one is longer than any review is */
  push(text: string): JsonRow[] {
    return Array.from(this.#scanner.push(text), rowOf)
  }

  /** @throws FileFault where the file ends in the middle */
  end(): JsonRow[] {
    this.#scanner.end()
    return []
  }
}

/** The first objects of every list in a file's beginning. */
export function listsIn(beginning: string, maxRows: number): Map<ListPath, JsonRow[]> {
  const lists = new Map<ListPath, JsonRow[]>()
  for (const found of new JsonScanner(() => true, Number.POSITIVE_INFINITY).push(beginning)) {
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

/** Whole numbers that the engine can't hold stay as they are written; an old engine that doesn't tell leaves them out. */
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
