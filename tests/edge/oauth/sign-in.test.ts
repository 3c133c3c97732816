import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { ask, askProcedure } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '#worker/rules/oauth.ts'
import { agree, arrive, cookiesOf, newEmail, problemIn, refuse, signInWith, targetOf, visit } from './flow.ts'

async function userOf(email: string) {
  return env.DB.prepare(
    `SELECT users.id, email_verified_at AS verifiedAt, password_hash AS passwordHash, full_name AS fullName
    FROM users JOIN profiles ON profiles.id = users.id WHERE email_key = ?`,
  )
    .bind(email)
    .first<{ id: string; verifiedAt: number | null; passwordHash: string | null; fullName: string }>()
}

describe.each(OAUTH_PROVIDERS)('%s', (provider) => {
  test('a new person gets an account with a profile and an organization, and is signed in', async () => {
    const email = newEmail()
    const { answer, path, session } = await signInWith(
      provider,
      { email, name: 'Wren Alder' },
      '/app/reviews?view=new',
    )
    expect(path).toBe('/app/reviews?view=new')
    expect(await userOf(email)).toMatchObject({
      verifiedAt: expect.any(Number),
      passwordHash: null,
      fullName: 'Wren Alder',
    })
    const page = await ask('/trpc/auth.session', { headers: { cookie: session ?? '' } })
    expect(await page.json()).toMatchObject({
      result: {
        data: { user: { email, fullName: 'Wren Alder', role: 'owner' }, aal: 'aal1', amr: ['oauth'] },
      },
    })
    // The cookie of the attempt is cleared.
    expect(cookiesOf(answer)).toContainEqual(expect.stringMatching(/^oauth=; Max-Age=0/))
  })

  test('the same person comes back to the same account, even with another address', async () => {
    const subject = String(Math.floor(Math.random() * 1e9))
    const email = newEmail()
    await signInWith(provider, { email, subject })
    const again = await signInWith(provider, { email: newEmail(), subject, isVerified: false })
    const answer = await ask('/trpc/auth.session', { headers: { cookie: again.session ?? '' } })
    expect(await answer.json()).toMatchObject({ result: { data: { user: { email } } } })
  })

  test('a person who refuses returns to the login with the target kept and the attempt used up', async () => {
    const visited = await visit(provider, { redirectTo: '/app/businesses' })
    const back = await refuse(visited)
    const path = await targetOf(await arrive(back, { headers: { cookie: visited.cookie } }))
    expect(path).toBe(`/login?provider=${provider}&problem=denied&redirectTo=%2Fapp%2Fbusinesses`)
    // The refusal has used up the attempt.
    const later = await agree(visited)
    const second = await arrive(later, { headers: { cookie: visited.cookie } })
    expect(problemIn(await targetOf(second))).toBe('expired')
  })

  test('an address that the provider has not confirmed signs nobody in, known or unknown', async () => {
    const known = await createAccount(env.DB, { email: newEmail() })
    const paths = []
    for (const email of [newEmail(), known.email]) {
      const { path, session } = await signInWith(provider, { email, isVerified: false })
      expect(session).toBeNull()
      paths.push(path)
    }
    expect(problemIn(paths[0] ?? '')).toBe('unverified')
    expect(paths[0]).toBe(paths[1])
  })
})

describe('the picture of a new profile', () => {
  async function pictureOf(provider: OAuthProvider, picture?: string) {
    const email = newEmail()
    await signInWith(provider, { email, ...(picture !== undefined && { picture }) })
    const row = await env.DB.prepare('SELECT avatar_url AS url FROM profiles WHERE email = ?')
      .bind(email)
      .first<{ url: string | null }>()
    return row?.url
  }

  test('comes from Google and GitHub; Apple has none', async () => {
    expect(await pictureOf('google')).toMatch(/^https:\/\/lh3\.googleusercontent\.com\/a\//)
    expect(await pictureOf('github')).toMatch(/^https:\/\/avatars\.githubusercontent\.com\/u\//)
    expect(await pictureOf('apple')).toBeNull()
  })

  test.each([
    'http://pictures.example/me.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'https://name:word@pictures.example/me.png',
    `https://pictures.example/${'a'.repeat(2_048)}`,
    'no address',
    '',
  ])('is empty if the provider sends %j', async (picture) => {
    for (const provider of ['google', 'github'] as const) {
      expect([provider, await pictureOf(provider, picture)]).toEqual([provider, null])
    }
  })

  test('does not replace one that its owner chose', async () => {
    const { session } = await signInWith('google', { email: newEmail(), subject: '424242' })
    const headers = { cookie: session ?? '' }
    const chosen = { avatarUrl: 'https://pictures.example/chosen.png' }
    await (await askProcedure('profile.update', chosen, { headers })).body?.cancel()
    await signInWith('google', { email: newEmail(), subject: '424242' })
    const profile = await ask('/trpc/profile.get', { headers })
    expect(await profile.json()).toMatchObject({ result: { data: chosen } })
  })
})
