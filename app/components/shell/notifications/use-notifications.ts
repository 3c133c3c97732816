import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { api, errorText } from '#app/lib/api.ts'
import { withFirstPage, withOlderPage } from '#app/lib/use-older.ts'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { OFFLINE_TEXT } from '#worker/rules/error-catalogue.ts'
import { BADGE_MAX, type NotificationPage } from '#worker/rules/notifications.ts'

const REFRESH_MS = 60_000
/** After these there may be news: what is on screen must not know more than the bell. */
const NEWS_EVENTS = ['review-scraped', 'first-fetch-read', 'online'] as const

export interface Notifications {
  /** Null until they were read once. */
  page: NotificationPage | null
  /** Why they can't be read or changed right now, for the owner. */
  failure: string | null
  isReadingMore: boolean
  /** The latest one, when it arrived while the screen was open. */
  arrived: string | null
  refresh(): void
  readMore(): void
  markRead(id: string): void
  markAllRead(): void
}

/**
 * What the person was told. Read once a screen stands, every minute, and when a collection ends: the badge is no
 * reason to let a screen wait.
 */
export function useNotifications(): Notifications {
  const [page, setPage] = useState<NotificationPage | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isReadingMore, setIsReadingMore] = useState(false)
  const [arrived, setArrived] = useState<string | null>(null)
  const { key: screen } = useLocation()
  const latest = useRef(page)
  latest.current = page

  /** One that was asked for before another change may come after it; the next look puts that right. */
  async function attempt(work: () => Promise<void>) {
    try {
      await work()
      setFailure(null)
    } catch (error) {
      setFailure(errorText(error))
    }
  }

  async function readFirst() {
    const first = await api.notifications.list.query()
    const [newest] = first.items
    const before = latest.current
    if (before && newest && !newest.isRead && !before.items.some(({ id }) => id === newest.id)) {
      setArrived(newest.message)
    }
    setPage({ ...withFirstPage(before, first), unreadCount: first.unreadCount })
  }

  function refresh() {
    if (navigator.onLine) void attempt(readFirst)
    else setFailure(OFFLINE_TEXT)
  }

  useRegularly(refresh, REFRESH_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a screen, and at every event; `refresh` reads what it needs.
  useEffect(() => {
    refresh()
    for (const name of NEWS_EVENTS) window.addEventListener(name, refresh)
    return () => {
      for (const name of NEWS_EVENTS) window.removeEventListener(name, refresh)
    }
  }, [screen])

  /** Shown as read at once; if the server refuses, its own word is read again. */
  async function mark(isMarked: (id: string) => boolean, call: () => Promise<{ unreadCount: number }>) {
    if (!page) return
    const items = page.items.map((item) => (isMarked(item.id) ? { ...item, isRead: true } : item))
    const newlyRead = page.items.filter((item) => !item.isRead && isMarked(item.id)).length
    const isCounted = page.unreadCount <= BADGE_MAX
    setPage({ ...page, items, unreadCount: isCounted ? page.unreadCount - newlyRead : page.unreadCount })
    await attempt(async () => {
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
    arrived,
    refresh,
    async readMore() {
      const cursor = page?.nextCursor
      if (!cursor) return
      setIsReadingMore(true)
      await attempt(async () => {
        const older = await api.notifications.list.query({ cursor })
        setPage((shown) => shown && { ...shown, ...withOlderPage(shown, older) })
      })
      setIsReadingMore(false)
    },
    markRead: (id) =>
      mark(
        (one) => one === id,
        () => api.notifications.markRead.mutate({ id }),
      ),
    markAllRead: () =>
      mark(
        () => true,
        () => api.notifications.markAllRead.mutate(),
      ),
  }
}
