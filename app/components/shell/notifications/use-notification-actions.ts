import { useState } from 'react'
import { api } from '#app/lib/api.ts'
import { withOlderPage } from '#app/lib/pages.ts'
import { BADGE_MAX } from '#worker/rules/notifications.ts'
import type { Notifications } from './use-notifications.ts'

const ALL = Symbol('all')

/** Actions for the notifications in the list. */
export function useNotificationActions({ page, setPage, readFirst, report }: Notifications) {
  const [isReadingMore, setIsReadingMore] = useState(false)

  /** Marks as read optimistically; if the server refuses, the list is reloaded. */
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
    isReadingMore,
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
