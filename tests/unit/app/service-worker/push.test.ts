import { expect, test } from 'vitest'
import { receivePushes } from '#app/service-worker/push.ts'
import type { ServiceWorkerScope } from '#app/service-worker/scope.ts'

interface Shown {
  title: string
  body?: string
  tag?: string
  data: { path: string }
}

/** A service worker's scope in a browser with these windows open. */
function openScope(addresses: string[] = []) {
  const listeners: Record<string, (event: never) => void> = {}
  const shown: Shown[] = []
  const opened: string[] = []
  const focused: string[] = []
  const scope = {
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners[type] = listener
    },
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
        shown.push({ title, ...options })
      },
    },
    location: { origin: 'https://reviews.example.com' },
    clients: {
      matchAll: async () => addresses.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow: async (url: string) => opened.push(url),
    },
  }
  receivePushes(scope as unknown as ServiceWorkerScope)
  async function dispatch(type: string, event: object) {
    const work: Promise<unknown>[] = []
    listeners[type]?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) } as never)
    await Promise.all(work)
  }
  return {
    shown,
    opened,
    focused,
    push: (data: unknown) => dispatch('push', { data: { json: () => JSON.parse(String(data)) } }),
    click: (path: string, { actionPath, action = '' }: { actionPath?: string; action?: string } = {}) =>
      dispatch('notificationclick', { action, notification: { close() {}, data: { path, actionPath } } }),
  }
}

const MESSAGE = { title: '1 star from Kim', body: 'Cold.', path: '/app/reviews/7', tag: 'review-7' }

test('a push message is shown with its tag, which prevents duplicates', async () => {
  const scope = openScope()
  await scope.push(JSON.stringify(MESSAGE))
  const { path, ...rest } = MESSAGE
  expect(scope.shown).toEqual([{ ...rest, data: { path } }])
})

test('an unreadable push message is shown, too, as browsers require', async () => {
  const scope = openScope()
  await scope.push('no JSON')
  expect(scope.shown).toEqual([
    {
      title: 'You have something new',
      body: 'Open your reviews to see what.',
      tag: 'unreadable',
      data: { path: '/app/reviews' },
    },
  ])
})

test('a click opens the review', async () => {
  const scope = openScope(['https://reviews.example.com/app/reviews'])
  await scope.click(MESSAGE.path)
  expect(scope.opened).toEqual(['https://reviews.example.com/app/reviews/7'])
  expect(scope.focused).toEqual([])
})

test('a click focuses a window that already shows the review', async () => {
  const address = `https://reviews.example.com${MESSAGE.path}`
  const scope = openScope(['https://reviews.example.com/app', address])
  await scope.click(MESSAGE.path)
  expect(scope.focused).toEqual([address])
  expect(scope.opened).toEqual([])
})

test('a button of the message opens its own page, and the message still opens the review', async () => {
  const scope = openScope()
  const action = { label: 'Post this draft', path: '/post-reply?token=x' }
  await scope.push(JSON.stringify({ ...MESSAGE, action }))
  expect(scope.shown).toMatchObject([
    {
      actions: [{ action: 'open', title: 'Post this draft' }],
      data: { path: MESSAGE.path, actionPath: action.path },
    },
  ])
  await scope.click(MESSAGE.path, { actionPath: action.path, action: 'open' })
  await scope.click(MESSAGE.path, { actionPath: action.path })
  expect(scope.opened).toEqual([
    'https://reviews.example.com/post-reply?token=x',
    'https://reviews.example.com/app/reviews/7',
  ])
})
