/** A row of a file: a value for each of its columns. */
export interface FileRow {
  /** The line it begins on, counted from 1. */
  line: number
  /** In the order of the columns, as many or fewer; more where the row does not fit them. Null for what can't be read. */
  values: string[] | null
}

/** A program's way to write that there is nothing. */
const NOTHING = /^(?:none|nan|null|n\/a|nat|<na>|#n\/a|undefined|[-–—])$/i
/** R's word for it; in small letters it may be a word of somebody's. */
const NOT_AVAILABLE = 'NA'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const LINE_BREAK = / ?<br ?\/?> ?/gi
const MAX_CODE_POINT = 0x10ffff

/** The value of a cell, without the spreadsheet's way to keep it a text (`="5"`); '' where a program says that there is none. */
export function meant(cell: string): string {
  const value = cell.trim()
  const kept =
    value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1).replaceAll('""', '"').trim() : value
  return NOTHING.test(kept) || kept === NOT_AVAILABLE ? '' : kept
}

/** A text as a person reads it: with line breaks, without entities, and with its own letters. */
export function readable(text: string): string {
  const own = text.replaceAll(/\r\n?/g, '\n').replaceAll(LINE_BREAK, '\n').replaceAll(ENTITY, entity)
  return withOwnLetters(own)
}

function entity(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? written
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : written
}

/** Letters that are encoded as UTF-8, and were read as if they were Western European. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]/
const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
/** The byte behind each character of Windows-1252 above Latin-1. */
const BYTES = new Map(
  Array.from({ length: 0x20 }, (_, index) => [western.decode(Uint8Array.of(0x80 + index)), 0x80 + index]),
)

/** 'JosÃ©' is 'José', where every character of the text allows it. */
function withOwnLetters(text: string): string {
  if (!MISREAD.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const byte = code <= 0xff ? code : BYTES.get(text[index] ?? '')
    if (byte === undefined) return text
    bytes[index] = byte
  }
  try {
    return strict.decode(bytes)
  } catch {
    return text
  }
}

/** A number that a spreadsheet or program has shortened: some of its digits are gone. */
const ROUNDED = /^\d+(?:[.,]\d+)?e[+-]?\d+$|^\d{15}0+$/i

/** An id that names one review; '' for a number that was rounded, and may be the same for many. */
export function exactId(id: string): string {
  const whole = id.replace(/^(\d+)\.0$/, '$1')
  return ROUNDED.test(whole.replace(/\.0$/, '').toLowerCase()) ? '' : whole
}
