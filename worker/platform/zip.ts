import { crc32 } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export interface ZipEntry {
  name: string
  pieces: AsyncIterable<string>
}

const DEFLATED = 8
/** Larger archives need zip64, which not every program can read. */
const MAX_BYTES = 2 ** 32 - 1

const encoder = new TextEncoder()

/**
 * Streams a zip archive entry by entry, with only one piece in memory at a time. fflate writes the format, the runtime
 * compresses.
 *
 * @param now milliseconds; modification time of the entries, in the runtime's zone
 * @throws Error if the archive exceeds 4 GB
 */
export async function* zip(entries: Iterable<ZipEntry>, now: number): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  let written = 0
  function* takeReady() {
    for (const bytes of ready.splice(0)) {
      written += bytes.length
      yield bytes
    }
  }
  for (const { name, pieces } of entries) {
    const file: ZipInputFile = { filename: name, compression: DEFLATED, mtime: now, crc: 0, size: 0 }
    archive.add(file)
    for await (const bytes of deflated(pieces, file)) {
      file.ondata?.(null, bytes, false)
      yield* takeReady()
    }
    file.ondata?.(null, new Uint8Array(), true)
    yield* takeReady()
    if (written > MAX_BYTES || file.size > MAX_BYTES) throw new Error('an archive grew beyond 4 GB')
  }
  archive.end()
  yield* takeReady()
}

async function* deflated(
  pieces: AsyncIterable<string>,
  file: Pick<ZipInputFile, 'crc' | 'size'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const source = pieces[Symbol.asyncIterator]()
  const plain = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) return controller.close()
      const bytes = encoder.encode(value)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      controller.enqueue(bytes)
    },
  })
  // Its type accepts any byte source, which is wider than `pipeThrough` expects.
  const packer = new CompressionStream('deflate-raw') as unknown as TransformStream<
    Uint8Array,
    Uint8Array<ArrayBuffer>
  >
  const reader = plain.pipeThrough(packer).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // If the reader stops early, end the source too; after its end, this does nothing.
    await Promise.all([reader.cancel().catch(() => {}), source.return?.()])
  }
}
