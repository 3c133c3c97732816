import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { api, errorText } from '#app/lib/api.ts'
import { useConnection } from '#app/lib/connection.ts'
import { onWindow } from '#app/lib/events.ts'
import { withFirstPage } from '#app/lib/pages.ts'
import { useRegularly } from '#app/lib/use-regularly.ts'
import type { NotificationPage } from '#worker/rules/notifications.ts'

const REFRESH_MS = 60_000
/** Window events after which notifications are read at once, so that the bell doesn't lag behind the screen. */
const NEWS_EVENTS = ['review-scraped', 'first-fetch-read'] as const

export type Notifications = ReturnType<typeof useNotifications>

/**
 * Reads notifications after a screen is displayed, every minute, and when a collection ends. No screen waits for the
 * badge.
 */
export function useNotifications() {
  const [page, setPage] = useState<NotificationPage | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** Message of the newest notification if it arrived while the screen was open; null otherwise. */
  const [newest, setNewest] = useState<string | null>(null)
  const { key: screen } = useLocation()
  const { isUp } = useConnection()
  const latest = useRef(page)
  latest.current = page

  /** Runs a call and sets `failure` to its error. Responses may arrive out of order; the next read corrects that. */
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
    void report(readFirst)
  }

  useRegularly(refresh, REFRESH_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per screen, with each change of the connection, and at every event; `refresh` reads what it needs.
  useEffect(() => {
    refresh()
    return onWindow(NEWS_EVENTS, refresh)
  }, [screen, isUp])

  return { page, setPage, failure, newest, readFirst, refresh, report }
}
