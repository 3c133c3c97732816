/** Newest first. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/**
 * Updates the list with a freshly read first page. Older items stay below it, unless the new page no longer overlaps
 * the known items: then there may be a gap, and only the new page is returned.
 */
export function withFirstPage<T extends { id: string }>(known: Page<T> | null, first: Page<T>): Page<T> {
  const last = first.items.at(-1)
  const meeting = known?.items.findIndex((item) => item.id === last?.id) ?? -1
  if (!known || first.nextCursor === null || meeting === -1) return first
  return { items: [...first.items, ...known.items.slice(meeting + 1)], nextCursor: known.nextCursor }
}

export function withOlderPage<T extends { id: string }>(shown: Page<T>, older: Page<T>): Page<T> {
  const ids = new Set(shown.items.map((item) => item.id))
  return {
    items: [...shown.items, ...older.items.filter((item) => !ids.has(item.id))],
    nextCursor: older.nextCursor,
  }
}
