import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { databaseOf } from '#db/client.ts'
import { connectionLinks, connections } from '#db/schema/index.ts'
import type { Account, Business } from '#tests/factories.ts'

type Connection = typeof connections.$inferInsert
type Link = typeof connectionLinks.$inferInsert

/** Stores a connection to Google in a given state, without any request to Google. */
export async function createConnection(
  { organizationId }: Pick<Account, 'organizationId'>,
  columns: Partial<Connection> = {},
): Promise<string> {
  const { id = createId() } = columns
  const texts = { subject: id, label: 'Wren', sealedAccessToken: 'of.nobody', scopes: '' }
  const times = { createdAt: 0, updatedAt: 0 }
  await databaseOf(env)
    .insert(connections)
    .values({ organizationId, provider: 'google', ...texts, ...times, ...columns, id })
  return id
}

/** Makes a place of a connection the source of a business. */
export async function createLink(
  { id: businessId, organizationId }: Business,
  connectionId: string,
  columns: Partial<Link> = {},
): Promise<void> {
  const place = { placeId: 'accounts/1/locations/2', placeName: 'The place' }
  await databaseOf(env)
    .insert(connectionLinks)
    .values({
      businessId,
      platform: 'google',
      organizationId,
      connectionId,
      ...place,
      createdAt: 0,
      ...columns,
    })
}
