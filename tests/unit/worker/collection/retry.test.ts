import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryTransientFaults } from '#worker/collection/retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function failing(times: number, message: string) {
  const state = { calls: 0 }
  const operation = async () => {
    state.calls += 1
    // The query builder wraps database errors like this.
    if (state.calls <= times) throw new Error('Failed query', { cause: new Error(`D1_ERROR: ${message}`) })
    return 'done'
  }
  return { state, operation }
}

test.each([
  'Network connection lost.',
  'Internal error while starting up D1 DB storage caused object to be reset.',
  'Internal error in D1 DB storage caused object to be reset.',
  'D1 DB reset because its code was updated.',
])('an operation is retried after: %s', async (message) => {
  const { state, operation } = failing(2, message)
  const done = retryTransientFaults(operation)
  await vi.runAllTimersAsync()
  expect(await done).toBe('done')
  expect(state.calls).toBe(3)
})

test.each([
  'D1 DB is overloaded. Requests queued for too long.',
  'D1 DB is overloaded. Too many requests queued.',
  'UNIQUE constraint failed: reviews.id',
])('an operation is not retried after: %s', async (message) => {
  const { state, operation } = failing(1, message)
  await expect(retryTransientFaults(operation)).rejects.toThrow('Failed query')
  expect(state.calls).toBe(1)
})

test('an operation is given up after five retries, within three seconds', async () => {
  const { state, operation } = failing(100, 'Network connection lost.')
  const givenUp = expect(retryTransientFaults(operation)).rejects.toThrow('Failed query')
  await vi.advanceTimersByTimeAsync(3_000)
  await givenUp
  expect(state.calls).toBe(6)
})
