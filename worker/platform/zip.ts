import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  pieces: AsyncIterable<string>
}

const FLAGS = 0x08_08 // sizes follow the content; names are UTF-8
const DEFLATED = 8
const VERSION = 20
const LOCAL = 0x04_03_4b_50
const DESCRIPTOR = 0x08_07_4b_50
const CENTRAL = 0x02_01_4b_50
const END = 0x06_05_4b_50
/** Beyond it an archive needs zip64, which not every program reads. */
const MAX_BYTES = 2 ** 32 - 1

interface Written {
  name: Uint8Array
  offset: number
  crc: number
  size: number
  packed: number
}

const encoder = new TextEncoder()

/**
 * A zip archive (PKWARE's APPNOTE 6.3), written as its entries come, one after the other: no more than a piece is in memory.
 *
 * @param now milliseconds; what the entries are dated
 * @throws Error where the archive grows beyond 4 GB
 */
export async function* zip(entries: Iterable<ZipEntry>, now: number): AsyncGenerator<Uint8Array> {
  const time = dosTime(now)
  const written: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const name = encoder.encode(entry.name)
    const start = offset
    const header = local(name, time)
    offset += header.length
    yield header
    const sum = { crc: 0, size: 0, packed: 0 }
    for await (const bytes of deflated(entry.pieces, sum)) {
      sum.packed += bytes.length
      offset += bytes.length
      yield bytes
    }
    if (offset > MAX_BYTES || sum.size > MAX_BYTES) throw new Error('an archive grew beyond 4 GB')
    const end = fields([DESCRIPTOR, 4], [sum.crc, 4], [sum.packed, 4], [sum.size, 4])
    offset += end.length
    yield end
    written.push({ name, offset: start, ...sum })
  }
  const directory = written.map((entry) => central(entry, time))
  const size = directory.reduce((bytes, record) => bytes + record.length, 0)
  yield* directory
  yield fields([END, 4], [0, 4], [written.length, 2], [written.length, 2], [size, 4], [offset, 4], [0, 2])
}

/** Compressed by the runtime, while checksum and size are counted. */
async function* deflated(
  pieces: AsyncIterable<string>,
  sum: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  const plain = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) return controller.close()
      const bytes = encoder.encode(value)
      sum.crc = crc32(bytes, sum.crc)
      sum.size += bytes.length
      controller.enqueue(bytes)
    },
  })
  // Typed for any source of bytes, which is wider than what the pipe asks for.
  const packer = new CompressionStream('deflate-raw') as unknown as TransformStream<Uint8Array, Uint8Array>
  const reader = plain.pipeThrough(packer).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Whoever stops reading ends the source as well; after its end that does nothing.
    await Promise.all([reader.cancel().catch(() => {}), source.return?.()])
  }
}

function local(name: Uint8Array, time: number): Uint8Array {
  const common = [
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [time, 4],
  ] as const
  return joined(fields([LOCAL, 4], ...common, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name)
}

function central({ name, offset, crc, size, packed }: Written, time: number): Uint8Array {
  const common = [
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [time, 4],
  ] as const
  const sizes = [
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 4],
  ] as const
  const record = fields([CENTRAL, 4], [VERSION, 2], ...common, ...sizes, [0, 4], [0, 4], [offset, 4])
  return joined(record, name)
}

/** Numbers with their lengths in bytes, little-endian. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of values) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

/** Time and date as MS-DOS has them, two bytes each: years since 1980, seconds halved; in UTC. */
function dosTime(now: number): number {
  const at = new Date(now)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x1_00_00 + time
}
