/** Why a file as a whole can't be read; the message is for its owner. */
export class FileFault extends Error {}

/** Small enough that reading one never blocks the page. */
export const SLICE_BYTES = 64 * 1024
/** Where the encoding of a file without a mark shows. */
const SAMPLE_BYTES = 1024 * 1024

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TextSlice {
  text: string
  /** Of the file, this slice included. */
  bytesRead: number
}

/** A file's text in pieces, however large it is: no more than one piece is in memory. A byte order mark is left out. */
export async function* textSlices(file: Blob, encoding: Encoding): AsyncGenerator<TextSlice> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    const end = Math.min(start + SLICE_BYTES, file.size)
    const bytes = await file.slice(start, end).arrayBuffer()
    // A character may lie across two slices.
    yield { text: decoder.decode(bytes, { stream: end < file.size }), bytesRead: end }
  }
}

/** Spreadsheets save as UTF-8, as UTF-16 with a mark, or in the old encoding of Western Windows. */
export async function encodingOf(file: Blob): Promise<Encoding> {
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
