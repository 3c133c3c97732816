import { useMemo, useSyncExternalStore } from 'react'

/** Replies that were begun and not saved: by account, then by review. They outlast the page, and go at logout. */
const DRAFTS_KEY = 'reply-drafts'
/** `storage` tells other tabs only; this tells the tab that wrote. */
const CHANGED = 'drafts-changed'

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

/** Keeps what was typed; without a text nothing is kept any more. */
export function keepDraft(accountId: string, reviewId: string, text: string | null): void {
  const all = readAll(window.localStorage.getItem(DRAFTS_KEY))
  const others = Object.entries(all[accountId] ?? {}).filter(([id]) => id !== reviewId)
  all[accountId] = Object.fromEntries(text?.trim() ? [...others, [reviewId, text]] : others)
  window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(all))
  window.dispatchEvent(new Event(CHANGED))
}

/** Forgets drafts that are stored as replies: the page was left before it heard that they were saved. */
export function forgetSavedDrafts(
  accountId: string,
  replies: readonly { reviewId: string; text: string | undefined }[],
): void {
  const drafts = draftsOf(accountId)
  for (const { reviewId, text } of replies) {
    if (text !== undefined && drafts[reviewId]?.trim() === text) keepDraft(accountId, reviewId, null)
  }
}

/** Forgets an account's drafts, at logout. */
export function forgetDrafts(accountId: string): void {
  const { [accountId]: _, ...others } = readAll(window.localStorage.getItem(DRAFTS_KEY))
  window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(others))
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

/** The reviews that this account has drafts for, in this browser; the oldest first: an object's numbers come in order. */
export function draftIdsOf(accountId: string): readonly string[] {
  return Object.keys(draftsOf(accountId))
}

/** The same, kept up to date; none in the first paint. */
export function useDraftIds(accountId: string): readonly string[] {
  const stored = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(DRAFTS_KEY),
    () => null,
  )
  return useMemo(() => Object.keys(readAll(stored)[accountId] ?? {}), [accountId, stored])
}
