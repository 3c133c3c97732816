import { expect, vi } from 'vitest'
import { newAddress } from '#tests/edge/support/networks.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { LIMITS } from '#worker/identity/limits/tries.ts'

test('too many requests for report links are refused with a retry time, and no token is logged', async () => {
  const printed = vi.spyOn(console, 'log')
  const token = 'TokenOfNobody_0123456789-abcdefghijklmnopqr'
  const headers = { accept: 'text/html', 'cf-connecting-ip': newAddress() }
  const open = () => ask(`/reports/${token}`, { headers })
  for (let tries = 0; tries < LIMITS.sharedReportPrefix.max; tries += 1) {
    const answer = await open()
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  }
  for (const address of [`/reports/${token}`, `/reports/${token}.data`]) {
    const refused = await ask(address, { headers })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await refused.text()
    expect(page).not.toMatch(/Unexpected Application Error|\.ts:|\.js:\d/)
  }
  expect(JSON.stringify(printed.mock.calls)).toContain('/reports/:token')
  expect(JSON.stringify(printed.mock.calls)).not.toContain(token)
})
