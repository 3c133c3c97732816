import { expect, test } from 'vitest'
import { authNotice, loginWithNotice } from '#app/features/account/auth-page.tsx'
import { securityEventText } from '#app/routes/app.security/event-texts.ts'
import { LISTED_EVENTS } from '#worker/rules/security-events.ts'

test('every listed event has its own text', () => {
  const texts = LISTED_EVENTS.map((type) => securityEventText(type, 'done'))
  expect(new Set(texts).size).toBe(LISTED_EVENTS.length)
})

test('the text of a refused event says so', () => {
  for (const type of LISTED_EVENTS) expect(securityEventText(type, 'refused')).toMatch(/refused/)
})

test('an unknown event is not shown by its code', () => {
  expect(securityEventText('something_new', 'done')).toBe('Something happened that this page can’t describe.')
})

test('only known notices are shown', () => {
  expect(authNotice('claimed')).toContain('yours')
  for (const name of [null, '', 'toString', '__proto__', 'other']) expect(authNotice(name)).toBeNull()
  expect(loginWithNotice('check-mail', '?redirectTo=%2Fapp%2Freviews')).toBe(
    '/login?redirectTo=%2Fapp%2Freviews&notice=check-mail',
  )
})
