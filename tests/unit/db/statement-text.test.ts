import type { D1Database } from '@cloudflare/workers-types'
import { and, asc, count, eq, gt, inArray, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { columns, Database } from '#db/client.ts'
import { businesses, reviews, sessions } from '#db/schema/index.ts'
import { statementText } from '#db/statement-text.ts'

const library = new SQLiteAsyncDialect()
const db = new Database({} as D1Database)
const other = alias(businesses, 'other')

const KNOWN: Record<string, SQLWrapper> = {
  'a select': db
    .select()
    .from(businesses)
    .where(eq(businesses.organizationId, 'org'))
    .orderBy(asc(sql`${businesses.name} COLLATE NOCASE`))
    .limit(3),
  'joins, aliases and nested fields': db
    .select({
      ...columns(reviews, 'id', 'rating'),
      place: { id: other.id },
      isNew: sql`${other.name} > ${''}`.as('is_new'),
    })
    .from(reviews)
    .innerJoin(other, and(eq(other.id, reviews.businessId), isNull(other.industry)))
    .leftJoin(sessions, or(gt(sessions.expiresAt, 5), eq(sessions.id, 'one')))
    .where(eq(other.isActive, true)),
  'one table among hand-written text': db
    .select({ id: reviews.id, all: count() })
    .from(sql`json_each(${'[1,2]'}) AS chosen`)
    .crossJoin(reviews)
    .where(sql`${reviews.id} = chosen.value`),
  'a list of values': db
    .select()
    .from(reviews)
    .where(inArray(reviews.platform, ['google', 'yelp'])),
  'an insert': db
    .insert(businesses)
    .values([
      { id: 'one', organizationId: 'org', name: '"O\'Neil?"', isActive: false, createdAt: 1, updatedAt: 2 },
    ] as (typeof businesses.$inferInsert)[]),
  'an update': db
    .update(businesses)
    .set({ name: 'New', industry: null, isActive: true })
    .where(eq(businesses.id, 'one')),
  'a delete': db.delete(businesses).where(sql`${businesses.id} = ${'one'}`).returning({ id: businesses.id }),
  'values of each kind': sql`SELECT ${1}, ${'two'}, ${null}, ${true}, ${undefined}, ${5n}, ${sql.identifier('a"b')}, ${sql.raw('1')},
    ${sql.join([sql`a`, sql`${2}`], sql`, `)}, ${sql.param('x')} FROM ${reviews}`,
}

test.each(Object.entries(KNOWN))('the library writes the same text and values: %s', (_, query) => {
  const statement = query.getSQL()
  const { sql: text, params } = library.sqlToQuery(statement)
  expect(statementText(statement, library)).toEqual({ sql: text, params })
})

test('bound values stand as the dialect wants them', () => {
  expect(db.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, 7)).toSQL()).toEqual({
    sql: 'select "id" from "reviews" where "reviews"."id" = +?',
    params: [7],
  })
})

const chosen = db.select({ id: reviews.id }).from(reviews).as('chosen')
const UNKNOWN: Record<string, SQLWrapper> = {
  'a subquery': db.select().from(chosen).where(eq(chosen.id, 1)),
  'a statement inside another one': db
    .select()
    .from(reviews)
    .where(inArray(reviews.id, db.select({ id: chosen.id }).from(chosen))),
  'a placeholder': db
    .select()
    .from(reviews)
    .where(eq(reviews.id, sql.placeholder('id'))),
  'a placeholder of its own': sql`SELECT ${sql.placeholder('id')}`,
  'a value that becomes a statement': sql`SELECT ${sql.param(1, { mapToDriverValue: () => sql`2` })}`,
}

test.each(Object.entries(UNKNOWN))('%s is left to the library', (_, query) => {
  expect(statementText(query.getSQL(), library)).toBeNull()
})

test('what is left to the library comes out as it does there', () => {
  const query = db.select().from(chosen).where(eq(chosen.id, 1))
  expect(query.toSQL().sql.replaceAll('+?', '?')).toBe(library.sqlToQuery(query.getSQL()).sql)
})
