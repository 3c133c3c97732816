import { sql } from 'drizzle-orm'

/**
 * A condition on `reviews`: its answer goes to the platform by itself. So it is on Google, where the business is connected,
 * for reviews that came through the connection: only those have the id that they are answered by.
 */
export const IS_POSTABLE = sql`(reviews.platform = 'google' AND reviews.source = 'google-business-profile'
  AND EXISTS (SELECT 1 FROM connection_links AS link
    WHERE link.business_id = reviews.business_id AND link.platform = 'google'))`
