import { Link } from '@remix-run/react'
import {
  Activity,
  Clock,
  Coins,
  Flag,
  type IconNode,
  Info,
  MessageSquareText,
  Reply,
  StickyNote,
  TriangleAlert,
  UserRoundCheck,
} from 'lucide'
import { useState } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  type DropdownMenuItemProps,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#app/components/ui/dropdown-menu.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { SkeletonRows } from '#app/components/ui/skeleton.tsx'
import { api } from '#app/lib/api.ts'
import { cn } from '#app/lib/cn.ts'
import { withOlderPage } from '#app/lib/pages.ts'
import { BADGE_MAX, type NotificationKind, type NotificationView } from '#worker/rules/notifications.ts'
import { BellButton } from './bell-button.tsx'
import type { Notifications } from './use-notifications.ts'

const ICONS: Record<NotificationKind, IconNode> = {
  new_reviews: MessageSquareText,
  source_needs_owner: TriangleAlert,
  review_assigned: UserRoundCheck,
  note_mention: StickyNote,
  alarm: Activity,
  credits_low: Coins,
  reply_written: Reply,
  reply_due: Clock,
  review_case: Flag,
  system_update: Info,
  billing: TriangleAlert,
}

/** Open from the start, because it is rendered when the bell is pressed. */
export default function NotificationMenu({ notifications }: { notifications: Notifications }) {
  const { page } = notifications
  const actions = useNotificationActions(notifications)
  return (
    <DropdownMenu defaultOpen onOpenChange={(isOpen) => isOpen && notifications.refresh()}>
      <DropdownMenuTrigger asChild>
        <BellButton unreadCount={page?.unreadCount ?? 0} />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        aria-label="Notifications"
        className="flex max-h-(--radix-dropdown-menu-content-available-height) w-[min(24rem,calc(100vw-1rem))] flex-col"
      >
        <div className="flex items-center justify-between gap-2">
          <DropdownMenuLabel className="text-sm font-medium text-foreground">Notifications</DropdownMenuLabel>
          {page !== null && page.unreadCount > 0 && (
            <ListItem onPress={actions.markAllRead}>Mark all read</ListItem>
          )}
        </div>
        <DropdownMenuSeparator />
        <div className="min-h-0 overflow-y-auto">
          <NotificationList notifications={notifications} actions={actions} />
        </div>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild className="text-primary">
          <Link to="/app/notifications">Alerts and digest</Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

interface NotificationListProps {
  notifications: Notifications
  actions: ReturnType<typeof useNotificationActions>
}

function NotificationList({ notifications, actions }: NotificationListProps) {
  const { page, failure, refresh } = notifications
  const { isReadingMore, readMore, markRead } = actions
  if (!page && failure) return <Failing failure={failure} onRetry={refresh} />
  if (!page) return <SkeletonRows label="Loading notifications" row="h-12" className="p-3" />
  return (
    <>
      {failure && <Failing failure={failure} onRetry={refresh} />}
      {page.items.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-balance text-muted-foreground">
          Nothing yet. New reviews and sources that need your attention appear here.
        </p>
      )}
      {page.items.map((item) => (
        <NotificationItem key={item.id} item={item} onRead={() => markRead(item.id)} />
      ))}
      {page.nextCursor && (
        <ListItem className="justify-center" disabled={isReadingMore} onPress={readMore}>
          {isReadingMore ? 'Loading older notifications…' : 'Show older notifications'}
        </ListItem>
      )}
    </>
  )
}

function NotificationItem({ item, onRead }: { item: NotificationView; onRead: () => void }) {
  const icon = ICONS[item.kind]
  return (
    <DropdownMenuItem asChild onSelect={onRead} className="items-start gap-3 py-2.5">
      {/* Public pages aren't routed in the client. */}
      <Link to={item.link} reloadDocument={!item.link.startsWith('/app')}>
        <Icon
          of={icon}
          className={cn(
            'mt-0.5',
            item.kind === 'source_needs_owner' ? 'text-negative' : 'text-muted-foreground',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className={cn('block break-words', !item.isRead && 'font-medium')}>{item.message}</span>
          <RelativeTime date={item.createdAt} className="text-xs text-muted-foreground" />
        </span>
        {!item.isRead && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary">
            <span className="sr-only">unread</span>
          </span>
        )}
      </Link>
    </DropdownMenuItem>
  )
}

/** A menu item that keeps the menu open, to show the result. */
function ListItem({ className, onPress, ...props }: DropdownMenuItemProps & { onPress: () => void }) {
  function onSelect(event: Event) {
    event.preventDefault()
    onPress()
  }
  return <DropdownMenuItem className={cn('text-primary', className)} onSelect={onSelect} {...props} />
}

function Failing({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  return (
    <>
      <p role="alert" className="px-3 pt-3 pb-1 text-sm text-negative">
        {failure}
      </p>
      <ListItem onPress={onRetry}>Try again</ListItem>
    </>
  )
}

const ALL = Symbol('all')

function useNotificationActions({ page, setPage, readFirst, report }: Notifications) {
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
