import type { reviewResponses } from '#db/schema/index.ts'
import type { ResponseView } from '../rules/views.ts'

export function responseView(row: typeof reviewResponses.$inferSelect): ResponseView {
  return {
    id: row.id,
    reviewId: String(row.reviewId),
    text: row.responseText,
    date: new Date(row.createdAt).toISOString(),
    edited: row.editedAt !== null,
    postedToPlatform: row.postedToPlatform,
  }
}
