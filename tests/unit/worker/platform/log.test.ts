import { afterEach, expect, test, vi } from 'vitest'
import { formFault } from '#tests/log-watch.ts'
import { logEvent, logFault } from '#worker/platform/log.ts'

afterEach(() => vi.restoreAllMocks())

/** Characters that some log readers take for a line end. */
const SEPARATORS = ['\n', '\r', '\v', '\f', '\u001c', '\u007f', '\u0085', '\u009b', '\u2028', '\u2029']

test.each(SEPARATORS)('a log entry with %j stays on one line and keeps the character', (separator) => {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
  const path = `/a${separator}{"event":"forged"}`
  logEvent('origin_refused', { path })
  logFault('request_failed', new Error(path, { cause: new Error(path) }), { path })
  const [event = '', fault = ''] = printed
  expect([event, fault].map(formFault)).toEqual([null, null])
  expect(JSON.parse(event)).toMatchObject({ event: 'origin_refused', path })
  expect(JSON.parse(fault)).toMatchObject({ event: 'request_failed', path, error: path, cause: path })
})
