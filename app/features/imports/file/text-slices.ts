/** A file that can't be read at all; the message is for its owner. */
export class FileFault extends Error {}

/** Bytes of a file read at a time: few enough not to block the page. */
export const SLICE_BYTES = 64 * 1024
/** Bytes examined to detect the encoding of a file without a byte order mark. */
const SAMPLE_BYTES = 1024 * 1024

export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  shift_jis: 'Japanese (Shift JIS)',
} as const
export type Encoding = keyof typeof ENCODINGS

export interface TextSlice {
  text: string
  /** Bytes of the file read so far, this slice included. */
  bytesRead: number
}

/** Reads in pieces, so that large files never fill the memory. Drops a byte order mark. */
export async function* textSlices(file: Blob, encoding: Encoding): AsyncGenerator<TextSlice> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    const end = Math.min(start + SLICE_BYTES, file.size)
    const bytes = await file.slice(start, end).arrayBuffer()
    // A character may span two slices.
    yield { text: decoder.decode(bytes, { stream: end < file.size }), bytesRead: end }
  }
}

/**
 * Minimum share of zero bytes, among the even or the odd bytes, for a text to count as UTF-16. Western letters in
 * UTF-16 have one zero byte each.
 */
const MIN_ZERO_SHARE = 0.3

/**
 * Detects the encoding: spreadsheets save as UTF-8, UTF-16 or Windows-1252. A few invalid bytes in a UTF-8 text are
 * damaged letters, not another encoding.
 */
export async function encodingOf(file: Blob): Promise<Encoding> {
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const many = (sample.length / 2) * MIN_ZERO_SHARE
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  const text = new TextDecoder('utf-8').decode(sample, { stream: true })
  const broken = countOf(text, /\ufffd/g)
  const letters = countOf(text, /[^\0-\x7f\ufffd]/gu)
  return broken === 0 || letters > broken ? 'utf-8' : 'windows-1252'
}

function countOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
