import { jsonOf, linesOf } from '#app/features/archives/read-archive.ts'
import { openZip } from '#app/features/archives/zip-reader.ts'
import type { apiFor } from '#tests/edge/support/caller.ts'
import { ARCHIVE_FILES, type ArchivedReview } from '#worker/rules/archives.ts'

/** The files of an archive, parsed like in the import. */
export async function filesOf(archive: Blob) {
  const files = new Map((await openZip(archive)).map((file) => [file.name, file]))
  const stream = async (name: string) => {
    const file = files.get(name)
    if (!file) throw new Error(`the archive has no ${name}`)
    return file.stream()
  }
  return {
    names: [...files.keys()],
    json: async (name: string) => (await jsonOf(await stream(name))) as Record<string, unknown>,
    text: async (name: string) => new Response(await stream(name)).text(),
    async reviews() {
      const reviews: ArchivedReview[] = []
      for await (const line of linesOf(await stream(ARCHIVE_FILES.reviews))) reviews.push(JSON.parse(line))
      return reviews
    },
  }
}

export async function archiveOf(api: ReturnType<typeof apiFor>) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of await api.archives.export()) parts.push(new Uint8Array(piece))
  return filesOf(new Blob(parts))
}
