import * as v from 'valibot'
import type { RowFault } from '#app/features/imports/file/row-review.ts'
import { retryTransient, type Sending } from '#app/features/imports/file/send-file.ts'
import { api, errorText } from '#app/lib/api.ts'
import type { MarkActionInput } from '#worker/rules/actions.ts'
import type { SetAnswerTargetInput } from '#worker/rules/answer-targets.ts'
import { MAX_ARCHIVE_ROWS, type RestoreAsksInput } from '#worker/rules/archive-import.ts'
import { ARCHIVE_FILES, ARCHIVE_FORMAT, ARCHIVE_VERSION } from '#worker/rules/archives.ts'
import type { ImportCounts } from '#worker/rules/imports.ts'
import { type CreatePlatformInput, platformNameKey } from '#worker/rules/own-platforms.ts'
import { type CreateTagInput, tagNameKey } from '#worker/rules/tags.ts'
import type { CreateWidgetInput } from '#worker/rules/widgets.ts'
import { NoZip, openZip } from './zip-reader.ts'

/** The file isn't one of our archives, or is incomplete. */
export class NoArchive extends Error {}

export interface ArchiveProgress {
  counts: ImportCounts
  /** Lines of `reviews.jsonl` read so far. */
  lines: number
  allLines: number
  faults: readonly RowFault[]
}

interface ImportingArchive extends Pick<Sending, 'signal' | 'onWaiting'> {
  onProgress(progress: ArchiveProgress): void
}

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
  answerTargets: v.optional(v.array(v.object({ businessId: v.string(), hours: v.number() })), []),
})
const Account = v.object({
  savedViews: v.array(v.object({ organizationId: v.string(), name: v.string(), query: v.string() })),
})
const Line = v.looseObject({ businessId: v.string() })
const Totals = v.object({ reviews: v.number() })

/** A request may have 64 KiB; the rest is for the business name. */
const MAX_BYTES = 60_000

/**
 * Imports an archive, streaming it line by line: businesses first, then their reviews, then data that refers to
 * reviews. Running it again adds only what is missing.
 *
 * @throws NoArchive; the server's refusal; the signal's reason if aborted
 */
export async function importArchive(file: Blob, to: ImportingArchive): Promise<ArchiveProgress> {
  const contents = await openArchive(file)
  const call = <T>(work: () => Promise<T>) => retryTransient(work, to)
  const { businesses, replyTemplates, platforms, tags, widgets, actions, answerTargets } =
    contents.organization
  const ids = new Map<string, string>()
  for (const { id, ...business } of businesses) {
    const taken = [...ids.values()]
    // The server drops fields that aren't details of a business.
    const own = await call(() => api.archives.restoreBusiness.mutate({ business, taken }))
    ids.set(id, own.id)
  }
  const faults: RowFault[] = []
  const attempt = async (column: string, work: () => Promise<unknown>) => {
    await call(work).catch((error: unknown) => {
      to.signal.throwIfAborted()
      faults.push({ line: 1, column, problem: errorText(error) })
    })
  }
  // Restored before the reviews, which refer to platforms and tags by name.
  const { items: ownPlatforms } = await call(() => api.platforms.list.query())
  const nameKeys = new Map(ownPlatforms.map(({ id, name }) => [platformNameKey(name), id]))
  for (const { id, name, color } of platforms) {
    await attempt(name, async () => {
      const known = nameKeys.get(platformNameKey(name))
      const own = known ?? (await api.platforms.create.mutate({ name, color } as CreatePlatformInput)).id
      ids.set(id, own)
    })
  }
  const { items: ownTags } = await call(() => api.tags.list.query())
  for (const tag of tags) {
    if (ownTags.some(({ name }) => tagNameKey(name) === tagNameKey(tag.name))) continue
    await attempt(tag.name, () => api.tags.create.mutate(withOwnIds(tag) as CreateTagInput))
  }
  const progress = await importReviews(contents, ids, to)
  faults.push(...progress.faults)
  for (const { id, name, googleBusinessUrl, yelpBusinessUrl, tripadvisorUrl } of businesses) {
    const links = { googleBusinessUrl, yelpBusinessUrl, tripadvisorUrl }
    const given = Object.fromEntries(Object.entries(links).filter(([, link]) => link))
    // Links come last: they start collecting.
    if (Object.keys(given).length > 0)
      await attempt(name, () => api.businesses.update.mutate({ id: ids.get(id) ?? '', ...given }))
  }
  const { items: known } = await call(() => api.templates.list.query())
  for (const { businessId, name, text } of replyTemplates) {
    if (known.some((one) => one.name === name && one.text === text)) continue
    const own = businessId === null ? null : (ids.get(businessId) ?? null)
    await attempt(name, () => api.templates.create.mutate({ businessId: own, name, text }))
  }
  // Owners have to copy the widgets' code again, because the former code names the widgets of the former organization.
  const { items: placed } = await call(() => api.widgets.list.query())
  for (const { businessId, sites, layout, ...look } of widgets) {
    const own = ids.get(businessId) ?? ''
    const isKnown = placed.some(
      (one) => one.businessId === own && one.layout === layout && `${one.sites}` === `${sites}`,
    )
    const given = { ...look, layout, businessId: own, sites: sites.join('\n') } as CreateWidgetInput
    if (!isKnown) await attempt(`${layout} on ${sites}`, () => api.widgets.create.mutate(given))
  }
  for (const { businessId, hours } of answerTargets) {
    const own = ids.get(businessId) ?? ''
    await attempt(`${hours} hours`, async () => {
      const { hours: known } = await api.reviews.answerTarget.query({ businessId: own })
      // A target that somebody has set here meanwhile stays.
      if (known === null)
        await api.reviews.setAnswerTarget.mutate({ businessId: own, hours } as SetAnswerTargetInput)
    })
  }
  for await (const chunk of asksIn(contents.asks, ids))
    await attempt('asks', () => api.archives.restoreAsks.mutate(chunk as AsksInput))
  if (actions.length > 0) await attempt('actions', () => importActions(actions, ids, attempt))
  for (const { name, query } of contents.views)
    await attempt(name, () => api.savedViews.save.mutate({ name, query: withOwnIds(query) }))
  return { ...progress, faults }

  /** Replaces the ids of the former organization's businesses and platforms. */
  function withOwnIds<T>(value: T): T {
    let text = JSON.stringify(value)
    for (const [id, own] of ids) text = text.replaceAll(id, own)
    return JSON.parse(text)
  }
}

type ArchivedActions = v.InferOutput<typeof Organization>['actions']
type Attempt = (column: string, work: () => Promise<unknown>) => Promise<void>

/** Actions need AI Insights; without it, the list of them is refused. */
async function importActions(
  actions: ArchivedActions,
  ids: ReadonlyMap<string, string>,
  attempt: Attempt,
): Promise<void> {
  const { actions: known } = await api.actions.list.query()
  for (const { businessId, ...action } of actions) {
    const own = businessId && ids.get(businessId)
    if (own === undefined) continue
    const isKnown = known.some(
      (one) => one.businessId === own && one.day === action.day && one.name === action.name,
    )
    if (!isKnown)
      await attempt(action.name, () =>
        api.actions.mark.mutate({ ...action, businessId: own } as MarkActionInput),
      )
  }
}

type Contents = Awaited<ReturnType<typeof openArchive>>

async function openArchive(file: Blob) {
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
    }
  } catch (cause) {
    if (cause instanceof NoArchive || cause instanceof NoZip) throw new NoArchive()
    throw new NoArchive('', { cause })
  }
}

type AsksInput = v.InferInput<typeof RestoreAsksInput>

/** The log of asks, in chunks of one business each. */
async function* asksIn(asks: Contents['asks'], ids: ReadonlyMap<string, string>) {
  const chunks = new Map<string, unknown[]>()
  if (asks === null) return
  for await (const text of linesOf(asks)) {
    const row = rowOf(text)
    const businessId = row && ids.get(row.businessId)
    if (!businessId) continue
    const rows = chunks.get(businessId) ?? []
    chunks.set(businessId, rows)
    rows.push(row)
    if (rows.length < MAX_ARCHIVE_ROWS) continue
    chunks.delete(businessId)
    yield { businessId, rows }
  }
  for (const [businessId, rows] of chunks) yield { businessId, rows }
}

interface Chunk {
  rows: unknown[]
  /** Line number of each row. */
  lines: number[]
  bytes: number
}

async function importReviews(
  { reviews, totals }: Contents,
  ids: ReadonlyMap<string, string>,
  to: ImportingArchive,
): Promise<ArchiveProgress> {
  const chunks = new Map<string, Chunk>()
  const faults: RowFault[] = []
  const counts = { stored: 0, updated: 0, unchanged: 0, overQuota: 0 }
  const encoder = new TextEncoder()
  let line = 0

  async function send(businessId: string): Promise<void> {
    const chunk = chunks.get(businessId)
    if (!chunk || chunk.rows.length === 0) return
    chunks.delete(businessId)
    const { rows, lines } = chunk
    const answer = await retryTransient(
      () => api.archives.restoreReviews.mutate({ businessId, rows }, { signal: to.signal }),
      to,
    )
    counts.stored += answer.stored
    counts.unchanged += answer.known
    counts.overQuota += answer.overQuota
    for (const { row, field, message } of answer.refused)
      faults.push({ line: lines[row] ?? line, column: field, problem: message })
    to.onProgress({ counts: { ...counts }, lines: line, allLines: totals.reviews, faults })
  }

  for await (const text of linesOf(reviews)) {
    to.signal.throwIfAborted()
    line += 1
    const row = rowOf(text)
    const businessId = row && ids.get(row.businessId)
    const bytes = encoder.encode(text).length + 1
    if (!businessId || bytes > MAX_BYTES) {
      const problem = businessId
        ? 'This line is too long.'
        : 'This line doesn’t match the format of our archives.'
      faults.push({ line, column: '', problem })
      continue
    }
    const full = chunks.get(businessId)
    if (full && (full.rows.length === MAX_ARCHIVE_ROWS || full.bytes + bytes > MAX_BYTES))
      await send(businessId)
    const chunk = chunks.get(businessId) ?? { rows: [], lines: [], bytes: 0 }
    chunk.rows.push(row)
    chunk.lines.push(line)
    chunk.bytes += bytes
    chunks.set(businessId, chunk)
  }
  for (const businessId of [...chunks.keys()]) await send(businessId)
  return { counts, lines: line, allLines: totals.reviews, faults }
}

/** Null if the line isn't valid. */
function rowOf(text: string) {
  try {
    return v.parse(Line, JSON.parse(text))
  } catch {
    return null
  }
}

/** Our lines are never longer. Refusing longer ones stops a zip bomb from filling the memory. */
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

/** Parses a whole JSON file. @throws LineTooLong, SyntaxError */
export async function jsonOf(content: ReadableStream<Uint8Array>): Promise<unknown> {
  let text = ''
  for await (const line of linesOf(content)) {
    text += line
    if (text.length > MAX_LINE_CHARS) throw new LineTooLong()
  }
  return JSON.parse(text)
}
