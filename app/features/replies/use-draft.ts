import { useMemo, useSyncExternalStore } from 'react'

/** Unsaved replies by account, then by review. Kept when the page is closed; deleted at logout. */
const DRAFTS_KEY = 'reply-drafts'
/** Event for the tab that changed a draft, because `storage` events reach only the other tabs. */
export const DRAFTS_CHANGED = 'drafts-changed'

/** Text by review id. */
type Drafts = Record<string, string>

function readAll(stored: string | null): Record<string, Drafts> {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, Drafts>) : {}
  } catch {
    return {}
  }
}

function draftsOf(accountId: string): Drafts {
  return readAll(window.localStorage.getItem(DRAFTS_KEY))[accountId] ?? {}
}

export function draftOf(accountId: string, reviewId: string): string | undefined {
  return draftsOf(accountId)[reviewId]
}

/** Saves a draft; deletes it if the text is empty. */
export function keepDraft(accountId: string, reviewId: string, text: string | null): void {
  const all = readAll(window.localStorage.getItem(DRAFTS_KEY))
  const others = Object.entries(all[accountId] ?? {}).filter(([id]) => id !== reviewId)
  all[accountId] = Object.fromEntries(text?.trim() ? [...others, [reviewId, text]] : others)
  window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(all))
  window.dispatchEvent(new Event(DRAFTS_CHANGED))
}

/** Deletes drafts that the server already has as replies, for example if the page was closed during the save. */
export function forgetSavedDrafts(
  accountId: string,
  replies: readonly { reviewId: string; text: string | undefined }[],
): void {
  const drafts = draftsOf(accountId)
  for (const { reviewId, text } of replies) {
    if (text !== undefined && drafts[reviewId]?.trim() === text) keepDraft(accountId, reviewId, null)
  }
}

export function forgetDrafts(accountId: string): void {
  const { [accountId]: _, ...others } = readAll(window.localStorage.getItem(DRAFTS_KEY))
  window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(others))
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(DRAFTS_CHANGED, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(DRAFTS_CHANGED, onChange)
  }
}

/** Oldest review first: numeric object keys are in ascending order. */
export function draftIdsOf(accountId: string): readonly string[] {
  return Object.keys(draftsOf(accountId))
}

/** Like `draftIdsOf`, but live; empty in the first paint. */
export function useDraftIds(accountId: string): readonly string[] {
  const stored = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(DRAFTS_KEY),
    () => null,
  )
  return useMemo(() => Object.keys(readAll(stored)[accountId] ?? {}), [accountId, stored])
}
