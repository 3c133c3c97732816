import { expect, test } from 'vitest'
import { clearBrowserLogs, readBrowserLog, recordInBrowserLog } from '#app/lib/report-security-event.ts'

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    size: () => map.size,
  }
}

test.each([
  ['errors', 100],
  ['security', 1_000],
] as const)('the log of %s keeps the last %d entries with only type and time', (name, max) => {
  const storage = memory()
  for (let entry = 0; entry < max + 5; entry += 1) {
    recordInBrowserLog(storage, name, `TYPE-${entry}`, new Date(entry))
  }
  const log = readBrowserLog(storage, name)
  expect(log).toHaveLength(max)
  expect(log[0]).toEqual({ type: 'TYPE-5', at: new Date(5).toISOString() })
  expect(log.at(-1)?.type).toBe(`TYPE-${max + 4}`)
})

test('clearing removes both logs', () => {
  const storage = memory()
  recordInBrowserLog(storage, 'errors', 'HTTP 500', new Date())
  recordInBrowserLog(storage, 'security', 'XSS_ATTEMPT', new Date())
  clearBrowserLogs(storage)
  expect(storage.size()).toBe(0)
})

test.each(['', '{', 'null', '{"0":1}', '5'])('a storage that contains %j counts as empty', (text) => {
  expect(readBrowserLog(memory({ 'error-log': text }), 'errors')).toEqual([])
})

test('a full storage does not throw', () => {
  const storage = {
    ...memory(),
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(() => recordInBrowserLog(storage, 'errors', 'HTTP 500', new Date())).not.toThrow()
})
