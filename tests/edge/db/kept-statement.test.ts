import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch, databaseOf } from '#db/client.ts'
import { keptStatement } from '#db/kept-statement.ts'
import { users } from '#db/schema/index.ts'
import { createAccount } from '#tests/factories.ts'

const named = keptStatement((db) =>
  db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)

test('a kept statement has the values of its own call, also beside another in one batch', async () => {
  const [one, other] = [await createAccount(env.DB), await createAccount(env.DB)]
  const db = databaseOf(env)
  const statements = [named(db, { id: one.userId }), named(db, { id: other.userId })] as const
  expect(await batch(db, statements)).toEqual([[{ email: one.email }], [{ email: other.email }]])
})

test('a kept statement without its value is refused', async () => {
  const db = databaseOf(env)
  await expect(batch(db, [named(db, {})])).rejects.toThrow('placeholder "id"')
})
