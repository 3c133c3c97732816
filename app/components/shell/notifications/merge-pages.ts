import type { NotificationPage } from '#worker/rules/notifications.ts'

type Shown = Pick<NotificationPage, 'items' | 'nextCursor'>

/**
 * The list with its first page read anew: older pages that were read before stay below it, unless so much is new that
 * the two no longer meet.
 */
export function withFirstPage(shown: Shown | null, first: Shown): Shown {
  const last = first.items.at(-1)
  const meeting = shown?.items.findIndex((item) => item.id === last?.id) ?? -1
  if (!shown || first.nextCursor === null || meeting === -1) return first
  return { items: [...first.items, ...shown.items.slice(meeting + 1)], nextCursor: shown.nextCursor }
}

/** The list with an older page below it. */
export function withOlderPage(shown: Shown, older: Shown): Shown {
  const known = new Set(shown.items.map((item) => item.id))
  return {
    items: [...shown.items, ...older.items.filter((item) => !known.has(item.id))],
    nextCursor: older.nextCursor,
  }
}
