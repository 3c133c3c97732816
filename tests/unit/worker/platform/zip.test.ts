import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonOf, LineTooLong, linesOf } from '#app/features/archives/read-archive.ts'
import { NoZip, openZip } from '#app/features/archives/zip-reader.ts'
import { zip } from '#worker/platform/zip.ts'

const NOW = Date.UTC(2026, 10, 22, 13, 37, 42)

async function* textOf(...pieces: string[]) {
  yield* pieces
}

async function archiveOf(entries: Record<string, string[]>): Promise<Blob> {
  const bytes: Uint8Array<ArrayBuffer>[] = []
  const made = zip(
    Object.entries(entries).map(([name, pieces]) => ({ name, pieces: textOf(...pieces) })),
    NOW,
  )
  for await (const piece of made) bytes.push(new Uint8Array(piece))
  return new Blob(bytes)
}

const ENTRIES = {
  'empty.txt': [],
  'größe.txt': ['Größe 👍🏽', ' שלום\n', '日本語'],
  'long.csv': Array.from({ length: 200 }, (_, index) => `"row ${index}","${'x'.repeat(997)}"\r\n`),
}

test('packed files are unpacked unchanged', async () => {
  const files = await openZip(await archiveOf(ENTRIES))
  expect(files.map(({ name }) => name)).toEqual(Object.keys(ENTRIES))
  for (const [index, pieces] of Object.values(ENTRIES).entries()) {
    const content = await files[index]?.stream()
    expect(await new Response(content).text()).toBe(pieces.join(''))
  }
})

test('an independent ZIP reader accepts the archive, including its checksums', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'zip-')), 'made.zip')
  writeFileSync(path, new Uint8Array(await (await archiveOf(ENTRIES)).arrayBuffer()))
  const script = `
import sys, zipfile, json
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, list(i.date_time), z.read(i).decode()] for i in z.infolist()]))`
  const listed = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }))
  expect(listed).toEqual(
    Object.entries(ENTRIES).map(([name, pieces]) => [name, [2026, 11, 22, 13, 37, 42], pieces.join('')]),
  )
})

test('the source ends when the reader stops', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield `${Math.random()}`.repeat(1_000)
    } finally {
      isEnded = true
    }
  }
  const pieces = zip([{ name: 'endless.txt', pieces: endless() }], NOW)
  await pieces.next()
  await pieces.next()
  await pieces.return(undefined)
  expect(isEnded).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a text', 'Business,Platform\n'.repeat(5_000)],
  ['an end without its directory', 'PK\u0005\u0006'.padEnd(22, '\u0001')],
])('%s is refused as an archive', async (_, text) => {
  await expect(openZip(new Blob([text]))).rejects.toThrow(NoZip)
})

test('a truncated archive is refused', async () => {
  const whole = await archiveOf(ENTRIES)
  await expect(openZip(whole.slice(0, whole.size - 30))).rejects.toThrow(NoZip)
})

test('lines are read correctly wherever the bytes are split', async () => {
  const bytes = new TextEncoder().encode('ä\n\n{"b":1}\r\nlast 👍🏽')
  const content = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  const lines: string[] = []
  for await (const line of linesOf(content)) lines.push(line)
  expect(lines).toEqual(['ä', '{"b":1}\r', 'last 👍🏽'])
})

test('endless content is given up', async () => {
  const chunk = new TextEncoder().encode('0'.repeat(100_000))
  const bomb = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
  await expect(jsonOf(bomb())).rejects.toThrow(LineTooLong)
})
