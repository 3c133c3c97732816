import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { api, errorText } from '#app/lib/api.ts'
import { onWindow } from '#app/lib/events.ts'
import { withFirstPage, withOlderPage } from '#app/lib/use-older.ts'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { BADGE_MAX, type NotificationPage } from '#worker/rules/notifications.ts'

const REFRESH_MS = 60_000
const ALL = Symbol('all')
/** After these there may be something new: a screen must not know more than the bell. */
const NEWS_EVENTS = ['review-scraped', 'first-fetch-read', 'online'] as const

export type Notifications = ReturnType<typeof useNotifications>

/** Read once a screen is displayed, every minute, and when a collection ends: no screen waits for its badge. */
export function useNotifications() {
  /** Null until it was read once. */
  const [page, setPage] = useState<NotificationPage | null>(null)
  /** Why they can't be read or changed right now. */
  const [failure, setFailure] = useState<string | null>(null)
  const [isReadingMore, setIsReadingMore] = useState(false)
  /** The message of the latest one, where it came while the screen was open. */
  const [newest, setNewest] = useState<string | null>(null)
  const { key: screen } = useLocation()
  const latest = useRef(page)
  latest.current = page

  /** An answer may come later than one that was asked for after it; the next look puts that right. */
  async function report(work: () => Promise<void>) {
    try {
      await work()
      setFailure(null)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  async function readFirst() {
    const first = await api.notifications.list.query()
    const [top] = first.items
    const before = latest.current
    if (before && top && !top.isRead && !before.items.some(({ id }) => id === top.id)) setNewest(top.message)
    setPage({ ...withFirstPage(before, first), unreadCount: first.unreadCount })
  }

  function refresh() {
    if (navigator.onLine) void report(readFirst)
    else setFailure(OFFLINE_TEXT)
  }

  useRegularly(refresh, REFRESH_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a screen, and at every event; `refresh` reads what it needs.
  useEffect(() => {
    refresh()
    return onWindow(NEWS_EVENTS, refresh)
  }, [screen])

  /** Displayed as read at once; if the server refuses, the list is read again. */
  async function mark(which: string | typeof ALL, call: () => Promise<{ unreadCount: number }>) {
    if (!page) return
    const isMarked = (id: string) => which === ALL || which === id
    const items = page.items.map((item) => (isMarked(item.id) ? { ...item, isRead: true } : item))
    const newlyRead = page.items.filter((item) => !item.isRead && isMarked(item.id)).length
    const isCounted = page.unreadCount <= BADGE_MAX
    setPage({ ...page, items, unreadCount: isCounted ? page.unreadCount - newlyRead : page.unreadCount })
    await report(async () => {
      try {
        const { unreadCount } = await call()
        setPage((shown) => shown && { ...shown, unreadCount })
      } catch (error) {
        await readFirst().catch(() => setPage(page))
        throw error
      }
    })
  }

  return {
    page,
    failure,
    isReadingMore,
    newest,
    refresh,
    async readMore() {
      const cursor = page?.nextCursor
      if (!cursor) return
      setIsReadingMore(true)
      await report(async () => {
        const older = await api.notifications.list.query({ cursor })
        setPage((shown) => shown && { ...shown, ...withOlderPage(shown, older) })
      })
      setIsReadingMore(false)
    },
    markRead: (id: string) => mark(id, () => api.notifications.markRead.mutate({ id })),
    markAllRead: () => mark(ALL, () => api.notifications.markAllRead.mutate()),
  }
}
