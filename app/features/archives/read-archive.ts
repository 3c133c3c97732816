import * as v from 'valibot'
import { ARCHIVE_FILES, ARCHIVE_FORMAT, ARCHIVE_VERSION } from '#worker/rules/archives.ts'
import { NoZip, openZip } from './zip-reader.ts'

/** The file isn't one of our archives, or is incomplete. */
export class NoArchive extends Error {}

// Only the fields that are read here; the server validates the rest.
const Manifest = v.object({
  format: v.literal(ARCHIVE_FORMAT),
  version: v.literal(ARCHIVE_VERSION),
  organization: v.string(),
})
const Link = v.optional(v.nullable(v.string()))
const Organization = v.object({
  businesses: v.array(
    v.looseObject({
      id: v.string(),
      name: v.string(),
      googleBusinessUrl: Link,
      yelpBusinessUrl: Link,
      tripadvisorUrl: Link,
      deletedAt: Link,
    }),
  ),
  replyTemplates: v.array(
    v.object({ businessId: v.nullable(v.string()), name: v.string(), text: v.string() }),
  ),
  // Missing in archives of earlier versions, like all that follow.
  platforms: v.optional(v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })), []),
  tags: v.optional(v.array(v.looseObject({ name: v.string(), color: v.string() })), []),
  widgets: v.optional(
    v.array(v.looseObject({ businessId: v.string(), layout: v.string(), sites: v.array(v.string()) })),
    [],
  ),
  actions: v.optional(
    v.array(
      v.object({
        businessId: v.nullable(v.string()),
        day: v.string(),
        name: v.string(),
        topic: v.nullable(v.string()),
      }),
    ),
    [],
  ),
  draftStyles: v.optional(v.array(v.looseObject({ businessId: v.string(), tone: v.string() })), []),
  answerTargets: v.optional(v.array(v.object({ businessId: v.string(), hours: v.number() })), []),
  reviewPages: v.optional(
    v.array(v.looseObject({ businessId: v.string(), handle: v.string(), message: v.nullable(v.string()) })),
    [],
  ),
})
const Account = v.object({
  savedViews: v.array(v.object({ organizationId: v.string(), name: v.string(), query: v.string() })),
})
const Line = v.looseObject({ businessId: v.string() })
const Totals = v.object({ reviews: v.number() })

export type ArchivedOrganization = v.InferOutput<typeof Organization>

export type ArchiveContents = Awaited<ReturnType<typeof openArchive>>

/** Opens an archive; its reviews, asks and competitors are streams. @throws NoArchive */
export async function openArchive(file: Blob) {
  try {
    const files = new Map((await openZip(file)).map((one) => [one.name, one]))
    const streamOf = (name: string) => {
      const found = files.get(name)
      if (!found) throw new NoArchive()
      return found.stream()
    }
    const json = async (name: string) => jsonOf(await streamOf(name))
    const { organization: organizationId } = v.parse(Manifest, await json(ARCHIVE_FILES.manifest))
    const { savedViews } = v.parse(Account, await json(ARCHIVE_FILES.account))
    return {
      organization: v.parse(Organization, await json(ARCHIVE_FILES.organization)),
      // The archive's last file: without it the archive is incomplete.
      totals: v.parse(Totals, await json(ARCHIVE_FILES.totals)),
      views: savedViews.filter((view) => view.organizationId === organizationId),
      reviews: await streamOf(ARCHIVE_FILES.reviews),
      // Missing in archives of earlier versions.
      asks: (await files.get(ARCHIVE_FILES.asks)?.stream()) ?? null,
      competitors: (await files.get(ARCHIVE_FILES.competitors)?.stream()) ?? null,
    }
  } catch (cause) {
    if (cause instanceof NoArchive || cause instanceof NoZip) throw new NoArchive()
    throw new NoArchive('', { cause })
  }
}

/** Parses a line about a business; null if it isn't valid. */
export function rowOf(text: string) {
  try {
    return v.parse(Line, JSON.parse(text))
  } catch {
    return null
  }
}

const Competitor = v.object({
  businessId: v.string(),
  name: v.string(),
  link: v.string(),
  placeUrl: v.optional(v.string()),
  totals: v.array(v.unknown()),
})

/** Parses a line about a competitor; null if it isn't valid. */
export function competitorOf(text: string) {
  try {
    return v.parse(Competitor, JSON.parse(text))
  } catch {
    return null
  }
}

/** Maximum length of a line; ours are never longer. The limit stops a zip bomb from filling the memory. */
const MAX_LINE_CHARS = 4_000_000

export class LineTooLong extends Error {}

/** Streams the lines of a text, without blank ones. @throws LineTooLong */
export async function* linesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = content.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield line
      if (rest.length > MAX_LINE_CHARS) throw new LineTooLong()
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** @throws LineTooLong, SyntaxError */
export async function jsonOf(content: ReadableStream<Uint8Array>): Promise<unknown> {
  let text = ''
  for await (const line of linesOf(content)) {
    text += line
    if (text.length > MAX_LINE_CHARS) throw new LineTooLong()
  }
  return JSON.parse(text)
}
