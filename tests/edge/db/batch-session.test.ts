import { env } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { organizationUsers, profiles, users } from '#db/schema/index.ts'
import { createAccount } from '#tests/factories.ts'

const db = databaseOf(env)

/** A member and a profile, which only the one of that name has. */
function member(userId: string, profileOf: string) {
  return db
    .select({
      id: users.id,
      user: { email: users.email, isKnown: sql`1`.mapWith(Boolean).as('is_known') },
      membership: { role: organizationUsers.role, isActive: organizationUsers.isActive },
      fullName: profiles.fullName,
      profile: { tier: profiles.subscriptionTier },
    })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .leftJoin(profiles, and(eq(profiles.id, users.id), eq(profiles.id, profileOf)))
    .where(eq(users.id, userId))
}

/** The same without an object that may be missing. */
function alwaysWhole(userId: string) {
  return db
    .select({
      id: users.id,
      membership: { role: organizationUsers.role, isActive: organizationUsers.isActive },
    })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .where(eq(users.id, userId))
}

test('a batch reads rows as drizzle-orm does, objects in them and what was not joined too', async () => {
  const { userId } = await createAccount(env.DB)
  const [whole, without, plain] = await db.batch([
    member(userId, userId),
    member(userId, 'nobody'),
    alwaysWhole(userId),
  ])
  expect(whole).toEqual(await member(userId, userId))
  expect(whole[0]).toMatchObject({ user: { isKnown: true }, membership: { isActive: true } })
  expect(without).toEqual(await member(userId, 'nobody'))
  expect(without[0]).toMatchObject({ fullName: null, profile: null })
  expect(plain).toEqual(await alwaysWhole(userId))
  expect(plain[0]?.membership.isActive).toBe(true)
})
