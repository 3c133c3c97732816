export interface ZipFile {
  name: string
  stream(): Promise<ReadableStream<Uint8Array>>
}

const END = 0x06_05_4b_50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const CENTRAL = 0x02_01_4b_50
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

export class NoZip extends Error {}

/**
 * Lists the files of a zip archive from its directory (PKWARE's APPNOTE 6.3). Reads our own archives and repacked ones.
 *
 * @throws NoZip
 */
export async function openZip(archive: Blob): Promise<ZipFile[]> {
  const tail = archive.slice(Math.max(0, archive.size - END_BYTES - MAX_COMMENT_BYTES))
  const view = await viewOf(tail)
  let at = view.byteLength - END_BYTES
  while (at >= 0 && view.getUint32(at, true) !== END) at -= 1
  if (at < 0) throw new NoZip()
  const count = view.getUint16(at + 10, true)
  const size = view.getUint32(at + 12, true)
  const offset = view.getUint32(at + 16, true)
  if (offset + size > archive.size) throw new NoZip()
  return filesIn(archive, await viewOf(archive.slice(offset, offset + size)), count)
}

function filesIn(archive: Blob, directory: DataView, count: number): ZipFile[] {
  const files: ZipFile[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > directory.byteLength || directory.getUint32(at, true) !== CENTRAL)
      throw new NoZip()
    const flags = directory.getUint16(at + 8, true)
    const method = directory.getUint16(at + 10, true)
    const packed = directory.getUint32(at + 20, true)
    const nameBytes = directory.getUint16(at + 28, true)
    const others = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
    const offset = directory.getUint32(at + 42, true)
    if (at + CENTRAL_BYTES + nameBytes > directory.byteLength) throw new NoZip()
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, directory.byteOffset + at + CENTRAL_BYTES, nameBytes),
    )
    const isReadable = !(flags & ENCRYPTED) && (method === STORED || method === DEFLATED)
    files.push({
      name,
      async stream() {
        if (!isReadable) throw new NoZip()
        const local = await viewOf(archive.slice(offset, offset + LOCAL_BYTES))
        if (local.byteLength < LOCAL_BYTES) throw new NoZip()
        const start = offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
        const content = archive.slice(start, start + packed).stream()
        return method === STORED ? content : content.pipeThrough(new DecompressionStream('deflate-raw'))
      },
    })
    at += CENTRAL_BYTES + nameBytes + others
  }
  return files
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer())
}
