/** A reply that waits in this browser; fields as the specification names them. */
export interface LocalResponse {
  /** `local-` and a random part. */
  id: string
  review_id: string
  business_id: string
  user_id: string
  response_text: string
  is_published: boolean
  platform_response_id: string
  posted_to_platform: boolean
  posted_at: string | null
  created_at: string
  updated_at: string
  edited_at: string | null
  /** Why the last try to send it was refused; null while it only waits for a connection. */
  failure: string | null
}

/** Storage may hold anything: another version's data, or what someone typed into the console. */
export function isLocalResponse(value: unknown): value is LocalResponse {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof LocalResponse, unknown>> = value
  return (
    [
      fields.id,
      fields.review_id,
      fields.business_id,
      fields.user_id,
      fields.response_text,
      fields.updated_at,
    ].every((field) => typeof field === 'string') &&
    (fields.failure === null || typeof fields.failure === 'string')
  )
}
