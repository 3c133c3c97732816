/** A part of a list, newest first. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** The list with its first page read again. Older pages stay below it, unless so much is new that they no longer meet. */
export function withFirstPage<T extends { id: string }>(known: Page<T> | null, first: Page<T>): Page<T> {
  const last = first.items.at(-1)
  const meeting = known?.items.findIndex((item) => item.id === last?.id) ?? -1
  if (!known || first.nextCursor === null || meeting === -1) return first
  return { items: [...first.items, ...known.items.slice(meeting + 1)], nextCursor: known.nextCursor }
}

/** The list with an older page below it. */
export function withOlderPage<T extends { id: string }>(shown: Page<T>, older: Page<T>): Page<T> {
  const ids = new Set(shown.items.map((item) => item.id))
  return {
    items: [...shown.items, ...older.items.filter((item) => !ids.has(item.id))],
    nextCursor: older.nextCursor,
  }
}
