import type * as v from 'valibot'
import { api, errorReason, errorText } from '#app/lib/api.ts'
import type { MarkActionInput } from '#worker/rules/actions.ts'
import type { SetAnswerTargetInput } from '#worker/rules/answer-targets.ts'
import {
  MAX_ARCHIVE_ROWS,
  type RestoreAsksInput,
  type RestoreCompetitorInput,
} from '#worker/rules/archive-import.ts'
import type { SaveReviewPageInput } from '#worker/rules/asking.ts'
import { DEFAULT_DRAFT_STYLE, type SaveDraftStyleInput } from '#worker/rules/drafts.ts'
import { type CreatePlatformInput, platformNameKey } from '#worker/rules/own-platforms.ts'
import { type CreateTagInput, tagNameKey } from '#worker/rules/tags.ts'
import type { CreateWidgetInput } from '#worker/rules/widgets.ts'
import type { Destination } from './destination.ts'
import {
  type ArchiveContents,
  type ArchivedOrganization,
  competitorOf,
  linesOf,
  rowOf,
} from './read-archive.ts'

// The server validates what is sent and drops unknown fields. Entries that exist already stay as they are.

/**
 * Restores the businesses that weren't deleted, as many as the plan allows. Any other refusal ends the import, because
 * all other entries refer to businesses.
 *
 * @throws the server's refusal
 */
export async function restoreBusinesses(
  into: Destination,
  { businesses }: ArchivedOrganization,
): Promise<void> {
  for (const { id, ...business } of businesses) {
    if (business.deletedAt) {
      into.skip(id, business.name, 'This location was deleted, so it isn’t imported.')
      continue
    }
    const taken = [...into.ids.values()]
    try {
      const own = await into.call(() => api.archives.restoreBusiness.mutate({ business, taken }))
      into.ids.set(id, own.id)
    } catch (error) {
      if (errorReason(error) !== 'plan_limit') throw error
      into.skip(id, business.name, errorText(error))
    }
  }
}

export async function restorePlatforms(
  into: Destination,
  { platforms }: ArchivedOrganization,
): Promise<void> {
  const { items } = await into.call(() => api.platforms.list.query())
  const known = new Map(items.map(({ id, name }) => [platformNameKey(name), id]))
  for (const { id, name, color } of platforms) {
    await into.attempt(name, async () => {
      const knownId = known.get(platformNameKey(name))
      const ownId = knownId ?? (await api.platforms.create.mutate({ name, color } as CreatePlatformInput)).id
      into.ids.set(id, ownId)
    })
  }
}

export async function restoreTags(into: Destination, { tags }: ArchivedOrganization): Promise<void> {
  const { items } = await into.call(() => api.tags.list.query())
  const known = new Set(items.map(({ name }) => tagNameKey(name)))
  for (const tag of tags) {
    if (known.has(tagNameKey(tag.name))) continue
    await into.attempt(tag.name, () => api.tags.create.mutate(into.withOwnIds(tag) as CreateTagInput))
  }
}

export async function restoreLinks(into: Destination, { businesses }: ArchivedOrganization): Promise<void> {
  for (const { id, name, googleBusinessUrl, yelpBusinessUrl, tripadvisorUrl } of businesses) {
    const links = Object.entries({ googleBusinessUrl, yelpBusinessUrl, tripadvisorUrl })
    const given = Object.fromEntries(links.filter(([, link]) => link))
    if (Object.keys(given).length > 0)
      await into.attemptFor(id, name, (ownId) => api.businesses.update.mutate({ id: ownId, ...given }))
  }
}

export async function restoreTemplates(
  into: Destination,
  { replyTemplates }: ArchivedOrganization,
): Promise<void> {
  const { items: known } = await into.call(() => api.templates.list.query())
  for (const { businessId, name, text } of replyTemplates) {
    if (known.some((one) => one.name === name && one.text === text)) continue
    await into.attemptFor(businessId, name, (ownId) =>
      api.templates.create.mutate({ businessId: ownId, name, text }),
    )
  }
}

/**
 * Restores widgets as new ones. Owners must embed these, because the code on their sites still names the widgets of the
 * archived organization.
 */
export async function restoreWidgets(into: Destination, { widgets }: ArchivedOrganization): Promise<void> {
  const { items: known } = await into.call(() => api.widgets.list.query())
  for (const { businessId, sites, layout, ...look } of widgets) {
    await into.attemptFor(businessId, `${layout} on ${sites}`, async (ownId) => {
      const isKnown = known.some(
        (one) => one.businessId === ownId && one.layout === layout && `${one.sites}` === `${sites}`,
      )
      const widget = { ...look, layout, businessId: ownId, sites: sites.join('\n') } as CreateWidgetInput
      if (!isKnown) await api.widgets.create.mutate(widget)
    })
  }
}

/** Restores the review pages. A page whose address is taken, for example by the original page, gets another one. */
export async function restoreReviewPages(
  into: Destination,
  { reviewPages }: ArchivedOrganization,
): Promise<void> {
  for (const { businessId, handle, message, ...page } of reviewPages) {
    await into.attemptFor(businessId, `/r/${handle}`, async (ownId) => {
      const { page: known } = await api.screens.ask.query({ businessId: ownId })
      if (known) return
      const save = (address: string) =>
        api.asking.savePage.mutate({ ...page, businessId: ownId, handle: address } as SaveReviewPageInput)
      await save(handle).catch((error: unknown) => {
        if (errorReason(error) !== 'conflict') throw error
        return save(`${handle}-2`)
      })
      // Retried separately: retrying both would find the saved page, stop there, and lose its message.
      if (message) await into.call(() => api.asking.saveMessage.mutate({ businessId: ownId, message }))
    })
  }
}

export async function restoreAnswerTargets(
  into: Destination,
  { answerTargets }: ArchivedOrganization,
): Promise<void> {
  for (const { businessId, hours } of answerTargets) {
    await into.attemptFor(businessId, `${hours} hours`, async (ownId) => {
      const { hours: known } = await api.reviews.answerTarget.query({ businessId: ownId })
      if (known === null)
        await api.reviews.setAnswerTarget.mutate({ businessId: ownId, hours } as SetAnswerTargetInput)
    })
  }
}

/** Restores how drafts sound, where nobody has chosen it yet. Automatic replies stay as they are. */
export async function restoreDraftStyles(
  into: Destination,
  { draftStyles }: ArchivedOrganization,
): Promise<void> {
  if (draftStyles.length === 0) return
  if (!(await succeeds(into, 'draft styles', () => api.actions.list.query()))) return
  for (const { businessId, ...given } of draftStyles) {
    await into.attemptFor(businessId, 'draft style', async (ownId) => {
      const { style, isAutomatic } = await api.insights.draftStyle.query({ businessId: ownId })
      const isChosen =
        style.tone !== DEFAULT_DRAFT_STYLE.tone ||
        style.signOff !== null ||
        style.contactLine !== null ||
        style.remarks.length > 0
      const input = { ...given, businessId: ownId, isAutomatic } as SaveDraftStyleInput
      if (!isChosen) await api.insights.saveDraftStyle.mutate(input)
    })
  }
}

/** The server refuses to list actions on a plan without AI Insights; that is reported once. */
export async function restoreActions(into: Destination, { actions }: ArchivedOrganization): Promise<void> {
  if (actions.length === 0) return
  await into.attempt('actions', async () => {
    const { actions: known } = await api.actions.list.query()
    for (const { businessId, ...action } of actions) {
      await into.attemptFor(businessId, action.name, async (ownId) => {
        const isKnown = known.some(
          (one) => one.businessId === ownId && one.day === action.day && one.name === action.name,
        )
        if (!isKnown) await api.actions.mark.mutate({ ...action, businessId: ownId } as MarkActionInput)
      })
    }
  })
}

type AsksInput = v.InferInput<typeof RestoreAsksInput>

/** Restores the log of review requests. Its entries contain no names or addresses. */
export async function restoreAsks(into: Destination, asks: ArchiveContents['asks']): Promise<void> {
  for await (const chunk of asksIn(asks, into.ids))
    await into.attempt('asks', () => api.archives.restoreAsks.mutate(chunk as AsksInput))
}

/** Yields chunks of one business each. */
async function* asksIn(asks: ArchiveContents['asks'], ids: ReadonlyMap<string, string>) {
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

type CompetitorInput = v.InferInput<typeof RestoreCompetitorInput>

export async function restoreCompetitors(
  into: Destination,
  competitors: ArchiveContents['competitors'],
): Promise<void> {
  if (competitors === null) return
  let isIncluded: boolean | undefined
  for await (const text of linesOf(competitors)) {
    const competitor = competitorOf(text)
    if (!competitor) continue
    isIncluded ??= await succeeds(into, 'competitors', () => api.competitors.benchmark.query())
    if (!isIncluded) return
    const { businessId, totals, ...rest } = competitor
    await into.attemptFor(businessId, rest.name, async (ownId) => {
      for (const part of partsOf(totals)) {
        const input = { ...rest, businessId: ownId, totals: part } as CompetitorInput
        await api.archives.restoreCompetitor.mutate(input)
      }
    })
  }
}

/** True if the plan includes this kind of entry. A refusal is reported once, not for each entry. */
async function succeeds(into: Destination, name: string, query: () => Promise<unknown>): Promise<boolean> {
  let isDone = false
  await into.attempt(name, async () => {
    await query()
    isDone = true
  })
  return isDone
}

/** At least one part, even if it is empty. */
function partsOf(rows: readonly unknown[]): unknown[][] {
  const count = Math.max(1, Math.ceil(rows.length / MAX_ARCHIVE_ROWS))
  return Array.from({ length: count }, (_, n) => rows.slice(n * MAX_ARCHIVE_ROWS, (n + 1) * MAX_ARCHIVE_ROWS))
}

export async function restoreViews(into: Destination, views: ArchiveContents['views']): Promise<void> {
  for (const { name, query } of views)
    if (!into.namesSkipped(query))
      await into.attempt(name, () => api.savedViews.save.mutate({ name, query: into.withOwnIds(query) }))
}
