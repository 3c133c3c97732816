import { beforeEach, describe, expect, test } from 'vitest'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { CHOICE, forgetDue, MONDAY, openShop } from './support.ts'

beforeEach(forgetDue)

test('new accounts get alerts for 3 stars and below, and a weekly digest', async () => {
  const { api, account } = await openShop()
  expect((await api.alerts.get()).settings).toEqual({
    email: account.email,
    isVerified: true,
    alertStars: 3,
    digest: 'weekly',
    digestWeekday: 1,
    digestTime: '08:00',
    quietFrom: null,
    quietUntil: null,
    timeZone: 'UTC',
    takesMail: true,
    takesAlarms: true,
    isZoneChosen: false,
  })
})

test.each([
  ['free', false],
  ['pro', true],
])('settings on the %s plan say whether reviews are collected automatically', async (plan, expected) => {
  const { api } = await openShop({ plan })
  expect((await api.alerts.get()).isCollectedByPlan).toBe(expected)
})

test('saved settings are returned', async () => {
  const { api, choose } = await openShop()
  const wishes = {
    alertStars: 5,
    digest: 'daily' as const,
    digestWeekday: 0,
    digestTime: '18:45',
    quietFrom: '22:00',
    quietUntil: '06:30',
    timeZone: 'Asia/Kathmandu',
    takesMail: false,
    takesAlarms: false,
  }
  await choose(wishes)
  expect((await api.alerts.get()).settings).toMatchObject({ ...wishes, isZoneChosen: true })
})

describe('the time zone', () => {
  test("is the browser's until the user chooses one", async () => {
    const { api, choose, row } = await openShop()
    await api.alerts.tellTimeZone({ timeZone: 'America/New_York' })
    expect((await api.alerts.get()).settings).toMatchObject({
      timeZone: 'America/New_York',
      isZoneChosen: false,
    })
    expect(await row()).toMatchObject({ next_digest_at: Date.UTC(2026, 5, 22, 12) })
    await choose({ timeZone: 'Europe/Paris' })
    await api.alerts.tellTimeZone({ timeZone: 'America/New_York' })
    expect((await api.alerts.get()).settings.timeZone).toBe('Europe/Paris')
  })

  test.each(['Nowhere/City', '+02:00', '', 'UTC; DROP TABLE users', 'x'.repeat(65)])(
    'cannot be %j',
    async (timeZone) => {
      const { api } = await openShop()
      await expect(api.alerts.save({ ...CHOICE, timeZone })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
      await expect(api.alerts.tellTimeZone({ timeZone })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )
})

test.each([
  ['stars that do not exist', { alertStars: 6 }],
  ['a time that does not exist', { digestTime: '24:00' }],
  ['quiet hours without an end', { quietFrom: '22:00' }],
  ['quiet hours around the clock', { quietFrom: '22:00', quietUntil: '22:00' }],
  ['a day that does not exist', { digestWeekday: 7 }],
])('settings with %s are refused', async (_, wishes) => {
  const { choose } = await openShop()
  await expect(choose(wishes)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a test email can be sent five times an hour', async () => {
  const { api, account, clock } = await openShop()
  for (let time = 0; time < 5; time += 1) await api.alerts.sendTest()
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toEqual(
    Array(5).fill('Test: your review e-mails arrive'),
  )
  await expect(api.alerts.sendTest()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(clock.now).toBe(MONDAY)
})
