/** A row of a file, with its cell values. */
export interface FileRow {
  /** Line on which the row begins, from 1. */
  line: number
  /** In column order. May be shorter, or longer if the row doesn't fit the columns. Null if the row can't be read. */
  values: string[] | null
}

/** Placeholders that programs write for an empty value. */
const NOTHING = /^(?:none|nan|null|n\/a|nat|<na>|#n\/a|undefined|[-–—])$/i
/** R's placeholder. Uppercase only: lowercase 'na' may be real text. */
const NOT_AVAILABLE = 'NA'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi
const LINE_BREAK = / ?<br ?\/?> ?/gi
const MAX_CODE_POINT = 0x10ffff

/** Unwraps a cell from a spreadsheet's text notation (`="5"`); '' if it contains a placeholder for 'no value'. */
export function meant(cell: string): string {
  const value = cell.trim()
  const kept =
    value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1).replaceAll('""', '"').trim() : value
  return NOTHING.test(kept) || kept === NOT_AVAILABLE ? '' : kept
}

/** Makes a text human-readable: real line breaks, no HTML entities, and broken UTF-8 repaired. */
export function readable(text: string): string {
  const own = text.replaceAll(/\r\n?/g, '\n').replaceAll(LINE_BREAK, '\n').replaceAll(ENTITY, entity)
  return withOwnLetters(own)
}

function entity(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? written
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : written
}

/** UTF-8 bytes that were misread as Windows-1252 letters. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]/
const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
/** Byte of each Windows-1252 character above Latin-1. */
const BYTES = new Map(
  Array.from({ length: 0x20 }, (_, index) => [western.decode(Uint8Array.of(0x80 + index)), 0x80 + index]),
)

/** Repairs 'JosÃ©' to 'José', provided that every character of the text can be mapped back. */
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

/** Numbers that a spreadsheet or program has rounded, losing digits. */
const ROUNDED = /^\d+(?:[.,]\d+)?e[+-]?\d+$|^\d{15}0+$/i

/** Returns the id; '' if it's a rounded number, because several reviews may share it. */
export function exactId(id: string): string {
  const whole = id.replace(/^(\d+)\.0$/, '$1')
  return ROUNDED.test(whole.replace(/\.0$/, '').toLowerCase()) ? '' : whole
}
