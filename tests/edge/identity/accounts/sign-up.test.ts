import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { PASSWORD, test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, PRODUCTION } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

interface Refusal {
  error: { message: string; data: { code: string; type: string; fields: Record<string, string> } }
}

let number = 0
function someone(fields: Partial<Record<'email' | 'password' | 'fullName', string>> = {}) {
  number += 1
  return { email: `new-${number}@example.test`, password: PASSWORD, fullName: 'Robin Quill', ...fields }
}

/** Counts all rows that a sign-up may create. */
async function stored(): Promise<number> {
  const tables = ['users', 'profiles', 'organizations', 'organization_users', 'organization_subscriptions']
  const counts = [...tables, 'subscriptions', 'sessions'].map((table) => `(SELECT count(*) FROM ${table})`)
  const row = await env.DB.prepare(`SELECT ${counts.join(' + ')} AS count`).first<{ count: number }>()
  return row?.count ?? 0
}

async function refused(input: object): Promise<Refusal['error']> {
  const before = await stored()
  const answer = await askProcedure('auth.signUp', input)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await stored()).toBe(before)
  return (await answer.json<Refusal>()).error
}

test('signing up creates an account with everything that belongs to it', async () => {
  const api = apiFor(null, { now: () => NOW })
  const answer = await api.auth.signUp(
    someone({ email: ' Ada.Byron@Example.TEST ', fullName: ' Ada Byron ' }),
  )
  expect(answer).toEqual({
    user: { id: answer.user.id, email: 'Ada.Byron@example.test', role: 'owner' },
    aal: 'aal1',
    nextLevel: 'aal1',
  })

  const { id } = answer.user
  const one = (sql: string) => env.DB.prepare(sql).bind(id).first<Record<string, unknown>>()
  const times = { created_at: NOW, updated_at: NOW }
  const user = await one('SELECT * FROM users WHERE id = ?')
  expect(user).toMatchObject({
    email: 'Ada.Byron@example.test',
    email_key: 'ada.byron@example.test',
    ...times,
  })
  expect(user?.password_hash).toMatch(/^scrypt\$16\$8\$5\$/)
  expect(await one('SELECT * FROM profiles WHERE id = ?')).toMatchObject({
    email: 'Ada.Byron@example.test',
    full_name: 'Ada Byron',
    subscription_tier: 'free',
    ...times,
  })
  expect(await one('SELECT * FROM subscriptions WHERE user_id = ?')).toMatchObject({
    plan_type: 'free',
    status: 'active',
    created_at: NOW,
  })
  const member = await one('SELECT * FROM organization_users WHERE user_id = ?')
  expect(member).toMatchObject({ role: 'owner', is_active: 1, joined_at: NOW })
  const organization = env.DB.prepare(
    `SELECT * FROM organizations JOIN organization_subscriptions AS paid ON paid.organization_id = organizations.id
    WHERE organizations.id = ?`,
  )
  expect(await organization.bind(member?.organization_id).first()).toMatchObject({
    name: 'Ada Byron',
    slug: 'ada-byron',
    billing_email: 'Ada.Byron@example.test',
    plan_type: 'free',
    billing_cycle: 'monthly',
    seats_included: 1,
    seats_used: 1,
  })
  const credits = env.DB.prepare('SELECT due FROM credit_accounts WHERE organization_id = ?')
  expect(await credits.bind(member?.organization_id).first()).toEqual({ due: '' })
  expect(await one('SELECT * FROM alert_recipients WHERE user_id = ?')).toMatchObject({
    organization_id: member?.organization_id,
    confirmed_at: NOW,
    next_digest_at: 0,
  })
  expect(await one('SELECT * FROM sessions WHERE user_id = ?')).toMatchObject({
    organization_id: member?.organization_id,
    authenticated_at: NOW,
    last_activity_at: NOW,
    expires_at: NOW + DAY_MS,
    user_agent: 'test',
  })
})

test('signing up opens a session whose cookie is stored only as a hash', async () => {
  const input = someone()
  const answer = await askProcedure('auth.signUp', input, { headers: { 'user-agent': 'a browser' } })
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain('session')
  const cookie = answer.headers.getSetCookie()[0] ?? ''
  const [, token = ''] =
    /^session=([A-Za-z0-9_-]{43}); Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/.exec(cookie) ?? []
  const session = await env.DB.prepare('SELECT user_agent FROM sessions WHERE token_hash = ?')
    .bind(await sha256Hex(token))
    .first()
  expect(session).toEqual({ user_agent: 'a browser' })
  const known = await ask('/trpc/auth.session', { headers: { cookie: `session=${token}` } })
  expect(await known.json()).toMatchObject({
    result: {
      data: {
        user: { email: input.email, fullName: 'Robin Quill', role: 'owner' },
        aal: 'aal1',
        amr: ['pwd'],
        organization: { name: 'Robin Quill' },
        plan: 'free',
      },
    },
  })
})

test('in production the cookie is bound to host and https, and the hash has its full cost', async () => {
  const input = someone()
  const answer = await askProcedure('auth.signUp', input, {
    env: PRODUCTION,
    headers: { origin: 'https://reviews.example.com' },
  })
  // The host is checked before anything else.
  expect(answer.status).toBe(421)
  const own = await ask('https://reviews.example.com/trpc/auth.signUp', {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { origin: 'https://reviews.example.com', 'content-type': 'application/json' },
    env: PRODUCTION,
  })
  expect(own.status).toBe(200)
  await own.body?.cancel()
  expect(own.headers.getSetCookie()[0]).toMatch(
    /^__Host-session=[A-Za-z0-9_-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const user = await env.DB.prepare('SELECT password_hash FROM users WHERE email = ?')
    .bind(input.email)
    .first()
  expect(user?.password_hash).toMatch(/^scrypt\$16384\$8\$5\$/)
})

test('signing up with a known address in any spelling makes no account and mails its owner', async () => {
  const account = await createAccount(env.DB, { email: 'Known.Person@example.test' })
  const before = await stored()
  for (const email of [account.email, 'KNOWN.person@EXAMPLE.test', ' known.person@example.test ']) {
    const answer = await askProcedure('auth.signUp', someone({ email }))
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const session = await ask('/trpc/auth.session', { headers: { cookie } })
    expect(await session.json()).toEqual({ result: { data: null } })
  }
  expect(await stored()).toBe(before)
  const { results } = await env.DB.prepare('SELECT kind, recipient, text FROM dev_mails WHERE recipient = ?')
    .bind(account.email)
    .all<{ kind: string; text: string }>()
  expect(results.map(({ kind }) => kind)).toEqual(Array(3).fill('sign_up_known'))
  expect(results[0]?.text).not.toContain('token=')
})

test('the owner of a known address gets at most three sign-up mails an hour', async ({ account }) => {
  for (let call = 0; call < 5; call += 1) {
    const answer = await askProcedure('auth.signUp', someone({ email: account.email }))
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  }
  const row = await env.DB.prepare('SELECT count(*) AS count FROM dev_mails WHERE recipient = ?')
    .bind(account.email)
    .first()
  expect(row).toEqual({ count: 3 })
})

test('a new account gets one verification link, valid for a day and stored as a hash', async () => {
  const input = someone()
  const { user } = await apiFor(null, { now: () => NOW }).auth.signUp(input)
  const mail = await env.DB.prepare('SELECT * FROM dev_mails WHERE recipient = ?').bind(input.email).first()
  const token = /\/verify\?token=([A-Za-z0-9_-]{43})\n/.exec(String(mail?.text))?.[1] ?? ''
  const link = await env.DB.prepare('SELECT * FROM email_links WHERE user_id = ?').bind(user.id).first()
  expect(link).toMatchObject({
    purpose: 'verify',
    token_hash: await sha256Hex(token),
    email: input.email,
    expires_at: NOW + DAY_MS,
  })
  const row = await env.DB.prepare('SELECT email_verified_at FROM users WHERE id = ?').bind(user.id).first()
  expect(row).toEqual({ email_verified_at: null })
})

test('only one of many simultaneous sign-ups with one address makes an account', async () => {
  const before = await stored()
  const bindings = { ...env, DB: barrier(env.DB, /insert into "users"/, AT_ONCE) }
  const contexts = Array.from({ length: AT_ONCE }, () => contextFor(null, { env: bindings }))
  const outcomes = await Promise.allSettled(
    contexts.map((ctx) => createApi(ctx).auth.signUp(someone({ email: 'same@example.test' }))),
  )
  for (const [index, outcome] of outcomes.entries()) {
    // All answers are alike.
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { user: { email: 'same@example.test' } } })
    expect(contexts[index]?.answerHeaders.has('set-cookie')).toBe(true)
  }
  // One row in each of the seven tables.
  expect(await stored()).toBe(before + 7)
  const mails = await env.DB.prepare('SELECT kind FROM dev_mails WHERE recipient = ?')
    .bind('same@example.test')
    .all<{ kind: string }>()
  // The others count as sign-ups with a known address; three of those send a mail.
  expect(mails.results.map(({ kind }) => kind).sort()).toEqual([
    ...Array(3).fill('sign_up_known'),
    'verification',
  ])
})

test('a sign-up that fails at its last statement leaves nothing behind', {
  meta: { expectsFaults: true },
}, async () => {
  await apiFor(null).auth.signUp(someone())
  const taken = await env.DB.prepare('SELECT id FROM sessions').first<{ id: string }>()
  const before = await stored()
  const free = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const ids = [...free, taken?.id ?? '']
  const ctx = { ...contextFor(null), createId: () => ids.shift() ?? '' }
  await expect(createApi(ctx).auth.signUp(someone())).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Failed to create user profile',
  })
  expect(ids).toEqual([])
  expect(await stored()).toBe(before)
  expect([...ctx.answerHeaders]).toEqual([])
})

// tests/unit/worker/rules and identity/passwords cover the other rules for passwords, addresses and names.
test.each([
  ['on the blocklist', 'B@sketb4ll', 'Avoid common passwords'],
  ['a word of the product', 'Dashboard-2026!', 'Avoid common passwords'],
  ['the name', 'Quill-Lantern-42', 'Avoid using personal information'],
  [
    'poor in several ways',
    'abcdefgh',
    'Add uppercase letters (A-Z), Add numbers (0-9), Add special characters (!@#$%^&*)',
  ],
])('a password that is %s is refused beside its field, with advice', async (_, password, feedback) => {
  expect(await refused(someone({ password }))).toMatchObject({
    message: feedback,
    data: { code: 'BAD_REQUEST', type: 'VALIDATION', fields: { password: feedback } },
  })
})

test.each([
  ['email', 'nobody', 'Invalid email format'],
  ['fullName', '<script>alert(1)</script>', 'Invalid user data'],
] as const)('%s %j is refused beside its field', async (field, value, message) => {
  expect(await refused(someone({ [field]: value }))).toMatchObject({ data: { fields: { [field]: message } } })
})

test("a person may be called Miles O'Brien", async () => {
  expect((await askProcedure('auth.signUp', someone({ fullName: "Miles O'Brien" }))).status).toBe(200)
})

test('a person who came to pay for a plan is led back to it by every verification link', async () => {
  const person = { ...someone(), planToPay: 'pro' as const }
  const answer = await askProcedure('auth.signUp', person)
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  await answer.body?.cancel()
  const again = await askProcedure('auth.resendVerification', { planToPay: 'pro' }, { headers: { cookie } })
  expect(again.status).toBe(200)
  await again.body?.cancel()
  const mails = await mailsTo(person.email)
  expect(mails).toHaveLength(2)
  for (const { text } of mails) expect(text).toMatch(/\/verify\?plan=pro&token=[\w-]{43}\n/)
  const link = /\/verify\?\S+/.exec(mails[1]?.text ?? '')?.[0] ?? ''
  const page = await (await ask(link, { headers: { cookie } })).text()
  expect(page).toContain('Confirm your')
})

test('fields that a caller adds to the input are ignored', async () => {
  const input = { ...someone(), role: 'owner', plan: 'ai_insights', subscriptionTier: 'pro', id: 'chosen' }
  const answer = await apiFor(null).auth.signUp(input)
  expect(answer.user.id).not.toBe('chosen')
  const plan = await env.DB.prepare('SELECT plan_type FROM subscriptions WHERE user_id = ?')
    .bind(answer.user.id)
    .first()
  expect(plan).toEqual({ plan_type: 'free' })
})

test('organizations of the same name get the first free number in their slug', async () => {
  const slugs = async (names: string[]) => {
    const found: unknown[] = []
    for (const fullName of names) {
      const { user } = await apiFor(null).auth.signUp(someone({ fullName }))
      const row = await env.DB.prepare(
        `SELECT slug FROM organizations JOIN organization_users ON organization_id = id WHERE user_id = ?`,
      )
        .bind(user.id)
        .first()
      found.push(row?.slug)
    }
    return found
  }
  expect(await slugs(['Café Zoë', 'Cafe  Zoe!', 'CAFE-ZOE'])).toEqual([
    'cafe-zoe',
    'cafe-zoe-1',
    'cafe-zoe-2',
  ])
  expect(await slugs(['Cafe Zoe 1', 'Cafe Zoe 4', 'Cafe Zoe'])).toEqual([
    'cafe-zoe-1-1',
    'cafe-zoe-4',
    'cafe-zoe-3',
  ])
  const [nameless, other] = await slugs(['日本', '喫茶店'])
  expect(nameless).toMatch(/^organization(-\d+)?$/)
  expect(other).toMatch(/^organization-\d+$/)
})

test('simultaneous organizations of the same name get different slugs', async () => {
  const bindings = { ...env, DB: barrier(env.DB, /insert into "users"/, AT_ONCE) }
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      apiFor(null, { env: bindings }).auth.signUp(someone({ fullName: 'Twins' })),
    ),
  )
  const { results } = await env.DB.prepare(`SELECT slug FROM organizations WHERE name = 'Twins'`).all()
  const expected = ['twins', ...Array.from({ length: AT_ONCE - 1 }, (_, index) => `twins-${index + 1}`)]
  expect(results.map(({ slug }) => slug).sort()).toEqual(expected.sort())
})
