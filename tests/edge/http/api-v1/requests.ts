import { v7 as createId } from 'uuid'
import type { Objects } from '#tests/edge/support/tenant.ts'
import { type Ask, ask } from '#tests/edge/support/web.ts'
import type { Operation } from '#worker/http/api-v1/operations.ts'

interface Sent {
  /** Below /api/v1. */
  path: string
  body?: unknown
}

const PUSHED = { platform: 'google', authorName: 'Nobody', rating: 1, reviewText: 'Planted' }

/** A request for each operation about these objects. An operation without one fails its tests. */
const REQUESTS: Record<string, (objects: Objects) => Sent> = {
  listBusinesses: () => ({ path: '/businesses' }),
  createBusiness: () => ({ path: '/businesses', body: { name: 'Second Shop' } }),
  getBusiness: ({ businessId }) => ({ path: `/businesses/${businessId}` }),
  updateBusiness: ({ businessId }) => ({ path: `/businesses/${businessId}`, body: { name: 'Taken over' } }),
  deleteBusiness: ({ businessId }) => ({ path: `/businesses/${businessId}` }),
  listReviews: ({ businessId }) => ({ path: `/reviews?businessId=${businessId}` }),
  pushReviews: ({ businessId }) => ({ path: '/reviews', body: { businessId, reviews: [PUSHED] } }),
  getReview: ({ reviewId }) => ({ path: `/reviews/${reviewId}` }),
  listPlatforms: () => ({ path: '/platforms' }),
  listTags: () => ({ path: '/tags' }),
  tagReviews: ({ tagId, reviewId }) => ({
    path: `/tags/${tagId}/reviews`,
    body: { reviewIds: [reviewId] },
  }),
  createResponse: ({ reviewId }) => ({ path: `/reviews/${reviewId}/response`, body: { text: 'Planted' } }),
  listResponses: ({ businessId }) => ({ path: `/businesses/${businessId}/responses` }),
  updateResponse: ({ responseId }) => ({ path: `/responses/${responseId}`, body: { text: 'Planted' } }),
  deleteResponse: ({ responseId }) => ({ path: `/responses/${responseId}` }),
  listAsks: ({ businessId }) => ({ path: `/asks?businessId=${businessId}` }),
  ask: ({ businessId }) => ({
    path: '/asks',
    body: { businessId, consent: 'form', people: [{ email: 'planted@example.test' }] },
  }),
  getStatistics: ({ businessId }) => ({ path: `/statistics?businessId=${businessId}` }),
  listRuns: ({ businessId }) => ({ path: `/runs?businessId=${businessId}` }),
  startRuns: ({ businessId }) => ({ path: '/runs', body: { businessId, platforms: ['facebook'] } }),
  getRun: ({ runId }) => ({ path: `/runs/${runId}` }),
  cancelRun: ({ runId }) => ({ path: `/runs/${runId}/cancel` }),
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what an answer is says each test.
  json: any
}

/** Asks `/api/v1` as a program does: with a key or none, without cookie and Origin. */
export async function askApi(
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
  { headers, ...init }: Ask = {},
): Promise<Answer> {
  const answer = await ask(`/api/v1${path}`, {
    method: method.toUpperCase(),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...init,
    headers: {
      'idempotency-key': createId(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : null }
}

/** Asks for an operation about these objects. */
export function askOperation(
  key: string | null,
  { id, method }: Operation,
  objects: Objects,
): Promise<Answer> {
  const request = REQUESTS[id]
  if (!request) throw new Error(`${id} has no request`)
  const { path, body } = request(objects)
  return askApi(key, method, path, body)
}
