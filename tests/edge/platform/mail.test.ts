import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { PRODUCTION } from '#tests/edge/support/web.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { type Env, settingsOf } from '#worker/env.ts'
import { deliverMails } from '#worker/platform/deliver-mails.ts'
import { createMailer } from '#worker/platform/mail.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const bindings: Env = {
  ...PRODUCTION,
  MAIL_API_KEY: 'key-of-the-mail-service',
  MAIL_FROM: 'Reviews <no-reply@example.test>',
}

const MAIL = {
  to: 'ada@example.test',
  subject: 'One\r\nBcc: everybody@example.test',
  blocks: ['https://reviews.example.com/verify?token=secret-token'],
  headers: { 'List-Unsubscribe': '<https://reviews.example.com/unsubscribe>' },
  kind: 'verification',
} as const

async function send(mail = MAIL as Parameters<ReturnType<typeof createMailer>['prepare']>[0]) {
  await env.DB.prepare('DELETE FROM outgoing_mails').run()
  const mailer = createMailer({
    settings: settingsOf(bindings),
    db: databaseOf(env),
    now: () => NOW,
    createId: () => crypto.randomUUID(),
  })
  expect(mailer.hasWaiting()).toBe(false)
  await (await mailer.prepare(mail)).statement
  expect(mailer.hasWaiting()).toBe(true)
}

/** Delivers at this time to a service that answers with this status; returns what it was sent. */
async function deliverAt(now: number, status: number, use: Env = bindings) {
  const sent: { url: string; key: string | null; authorization: string | null; body: unknown }[] = []
  await deliverMails({
    ...backgroundContext(use),
    now: () => now,
    outbound: async (purpose, request) => {
      expect(purpose).toBe('mail')
      sent.push({
        url: request.url,
        key: request.headers.get('idempotency-key'),
        authorization: request.headers.get('authorization'),
        body: await request.json(),
      })
      return { status, headers: new Headers(), body: '{}' }
    },
  })
  return sent
}

async function waiting() {
  const { results } = await env.DB.prepare('SELECT * FROM outgoing_mails').all<Record<string, unknown>>()
  return results
}

test('an email is stored sealed, handed over and deleted', async () => {
  await send()
  const [row] = await waiting()
  expect(JSON.stringify(row)).not.toMatch(/secret-token|ada@/)
  const sent = await deliverAt(NOW, 200)
  expect(sent).toEqual([
    {
      url: 'https://api.resend.com/emails',
      key: row?.id,
      authorization: 'Bearer key-of-the-mail-service',
      body: {
        from: 'Reviews <no-reply@example.test>',
        to: 'ada@example.test',
        // Headers get no line breaks.
        subject: 'One Bcc: everybody@example.test',
        text: MAIL.blocks[0],
        html: expect.stringContaining(`<a href="${MAIL.blocks[0]}" style="`),
        headers: MAIL.headers,
      },
    },
  ])
  expect(await waiting()).toEqual([])
})

test('a failed email is retried with growing delays under one key and finally given up', {
  meta: { expectsFaults: true },
}, async () => {
  await send()
  const keys = new Set<unknown>()
  let at = NOW
  for (let attempt = 0; attempt < 8; attempt += 1) {
    expect(await waiting()).toHaveLength(1)
    expect(await deliverAt(at - 1, 500)).toEqual([])
    const [sent] = await deliverAt(at, attempt % 2 ? 500 : 429)
    keys.add(sent?.key)
    at += 2 ** attempt * MINUTE_MS
  }
  expect(keys.size).toBe(1)
  expect(await waiting()).toEqual([])
  expect(at - NOW).toBeLessThan(5 * HOUR_MS)
})

test('only one of two concurrent deliveries takes the email', async () => {
  await send()
  const [one, other] = await Promise.all([deliverAt(NOW, 200), deliverAt(NOW, 200)])
  expect([...one, ...other]).toHaveLength(1)
})

test('emails wait if there is no mail service', async () => {
  await send()
  expect(await deliverAt(NOW, 200, PRODUCTION)).toEqual([])
  expect(await waiting()).toHaveLength(1)
})

test('emails go through Cloudflare if there is no key', async () => {
  await send()
  const sent: unknown[] = []
  const { MAIL_API_KEY: _, ...keyless } = bindings
  const sendEmail = {
    send: async (mail: unknown) => {
      sent.push(mail)
      return { messageId: '1' }
    },
  }
  const ctx = backgroundContext(keyless as Env)
  await deliverMails({ ...ctx, now: () => NOW, sendEmail })
  expect(sent).toEqual([
    {
      from: { name: 'Reviews', email: 'no-reply@example.test' },
      to: 'ada@example.test',
      subject: 'One Bcc: everybody@example.test',
      text: MAIL.blocks[0],
      html: expect.any(String),
      headers: MAIL.headers,
    },
  ])
  expect(await waiting()).toEqual([])
})

test('an email states its reply address by the name that each service has for it', async () => {
  const withReply = { ...MAIL, replyTo: 'shop@example.test' }
  await send(withReply)
  const [sent] = await deliverAt(NOW, 200)
  expect(sent?.body).toMatchObject({ reply_to: 'shop@example.test', headers: MAIL.headers })
  expect(sent?.body).not.toHaveProperty('replyTo')
  await send(withReply)
  const { MAIL_API_KEY: _, ...keyless } = bindings
  const taken: unknown[] = []
  const sendEmail = { send: async (mail: unknown) => ({ messageId: String(taken.push(mail)) }) }
  await deliverMails({ ...backgroundContext(keyless as Env), now: () => NOW, sendEmail })
  expect(taken).toMatchObject([{ replyTo: 'shop@example.test' }])
})

test('an email sealed before a secret change is still sent', async () => {
  await send()
  const changed = {
    ...bindings,
    SESSION_SECRET: 'the-secret-after-0123456789abcdefghijkl',
    SESSION_SECRET_PREVIOUS: env.SESSION_SECRET,
  }
  expect(await deliverAt(NOW, 200, changed)).toHaveLength(1)
})

test('an email that somebody waits for overtakes bulk emails', async () => {
  await send({ ...MAIL, kind: 'digest', subject: 'Digest', isBulk: true })
  const mailer = createMailer({
    settings: settingsOf(bindings),
    db: databaseOf(env),
    now: () => NOW + 1,
    createId: () => crypto.randomUUID(),
  })
  await (await mailer.prepare({ ...MAIL, subject: 'Verification' })).statement
  const sent = await deliverAt(NOW + 1, 200)
  expect(sent.map(({ body }) => (body as { subject: string }).subject)).toEqual(['Verification', 'Digest'])
})
