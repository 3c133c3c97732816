import { expect } from 'vitest'
import { test } from './support/test.ts'

const TYPING_MS = 3_000

for (const path of ['/login', '/signup', '/reset-password']) {
  test(`${path} reacts although somebody types into it while its script starts`, async ({ newPerson }) => {
    const { page, complaints } = await newPerson()
    await page.addInitScript((durationMs) => {
      const { port1, port2 } = new MessageChannel()
      const endsAt = Date.now() + durationMs
      port1.onmessage = () => {
        document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
        if (Date.now() < endsAt) port2.postMessage(null)
      }
      port2.postMessage(null)
    }, TYPING_MS)
    await page.goto(path)
    await page.locator('button[type=submit]:enabled').waitFor()
    expect(complaints).toEqual([])
  })
}
