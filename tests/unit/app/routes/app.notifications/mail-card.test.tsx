import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MailCard } from '#app/routes/app.notifications/mail-card.tsx'
import type { AlertSettings } from '#worker/rules/alerts.ts'

const SETTINGS: AlertSettings = {
  email: 'ada@example.test',
  isVerified: true,
  takesMail: true,
  takesAlarms: true,
  alertStars: 2,
  digest: 'off',
  digestWeekday: 1,
  digestTime: '08:00',
  quietFrom: null,
  quietUntil: null,
  timeZone: 'UTC',
  isZoneChosen: true,
}

test.each([false, true])(
  'mails about due answers can be switched off, with alarms (%s) or without',
  (hasAlarms) => {
    const html = renderToStaticMarkup(
      <MailCard settings={SETTINGS} isCollectedByPlan hasAlarms={hasAlarms} />,
    )
    const text = html.replace(/<[^>]*>/g, ' ')
    expect(html.match(/role="switch"/g)).toHaveLength(3)
    expect(text).toMatch(/answers due soon/i)
    expect(text).toContain('When reviews need an answer soon')
    expect(text.includes('When something unusual happens')).toBe(hasAlarms)
  },
)
