import { expect, test } from 'vitest'
import { withFirstPage, withOlderPage } from '#app/lib/pages.ts'
import type { NotificationView } from '#worker/rules/notifications.ts'

function list(ids: string, nextCursor: string | null = null) {
  const items = [...ids].map(
    (id): NotificationView => ({
      id,
      kind: 'new_reviews',
      message: id,
      link: '/app/reviews',
      isRead: false,
      createdAt: '2026-03-18T09:30:00.000Z',
    }),
  )
  return { items, nextCursor }
}
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id).join('')

test('the first page becomes the list', () => {
  expect(withFirstPage(null, list('fed', 'd'))).toEqual(list('fed', 'd'))
})

test('a new first page keeps the older items below it', () => {
  const merged = withFirstPage(list('fedcba', 'a'), list('gfe', 'e'))
  expect(idsOf(merged)).toBe('gfedcba')
  expect(merged.nextCursor).toBe('a')
})

test('the list starts again if a new first page does not reach it', () => {
  const merged = withFirstPage(list('cba', 'a'), list('zyx', 'x'))
  expect(idsOf(merged)).toBe('zyx')
  expect(merged.nextCursor).toBe('x')
})

test('a first page that is also the last replaces the list', () => {
  expect(idsOf(withFirstPage(list('dcba'), list('dc')))).toBe('dc')
})

test('an older page is appended without duplicates', () => {
  const merged = withOlderPage(list('fed', 'd'), list('dcb', 'b'))
  expect(idsOf(merged)).toBe('fedcb')
  expect(merged.nextCursor).toBe('b')
})
