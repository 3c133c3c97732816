import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch, databaseOf } from '#db/client.ts'
import { keptSelect, keptStatement, keptText } from '#db/kept-statement.ts'
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

const chosen = keptSelect((db, other) =>
  db
    .select({ email: users.email, isLong: sql`length(users.email) > 3`.mapWith(Boolean) })
    .from(other)
    .crossJoin(users),
)

test('the columns of a kept select are those of its table, read as they were asked for, whatever follows', async () => {
  const [one, other] = [await createAccount(env.DB), await createAccount(env.DB)]
  const db = databaseOf(env)
  const statements = [
    chosen(db, sql`FROM users WHERE id = ${one.userId}`),
    chosen(
      db,
      sql`FROM (SELECT id, 'another' AS email FROM users WHERE id = ${other.userId}) AS found
        CROSS JOIN users WHERE users.id = found.id`,
    ),
  ] as const
  expect(await batch(db, statements)).toEqual([
    [{ email: one.email, isLong: true }],
    [{ email: other.email, isLong: true }],
  ])
})

test('a kept text names its columns with their table, and has no values', () => {
  const db = databaseOf(env)
  const isLong = keptText(sql`length(${users.email}) > 3`)
  const statement = db.select({ isLong: sql`${isLong}`.as('is_long') }).from(users)
  expect(statement.toSQL().sql).toContain('length("users"."email") > 3')
  expect(() => keptText(sql`${users.id} = ${'1'}`)).toThrow('has no values')
})
