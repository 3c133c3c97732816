import { afterEach, expect, test } from 'vitest'
import { currentToasts, noToasts, subscribeToToasts, toast } from '#app/components/ui/toast-store.ts'

afterEach(() => {
  for (const shown of currentToasts()) toast.dismiss(shown.id)
})

test('hydration renders nothing again before the first toast', () => {
  expect(currentToasts()).toBe(noToasts())
})

test.each([
  ['success', 'Success', 5_000],
  ['error', 'Error', 8_000],
  ['warning', 'Warning', 6_000],
  ['info', 'Information', 5_000],
] as const)('a toast of type %s is titled %s and stays %d ms', (type, title, duration) => {
  toast[type]('Message')
  expect(currentToasts()).toMatchObject([{ type, title, duration, message: 'Message', dismissible: true }])
})

test('a toast accepts a title, a duration and an action', () => {
  const action = { label: 'Undo', onPress: () => {} }
  toast.info('Gone', { title: 'Removed', duration: 0, action })
  expect(currentToasts()).toMatchObject([{ title: 'Removed', duration: 0, action }])
})

test('dismissing a toast removes only that toast and updates the screen', () => {
  const first = toast.success('One')
  toast.success('Two')
  let told = 0
  const unsubscribe = subscribeToToasts(() => {
    told += 1
  })
  toast.dismiss(first)
  unsubscribe()
  toast.success('Three')
  expect(currentToasts().map((shown) => shown.message)).toEqual(['Two', 'Three'])
  expect(told).toBe(1)
})
