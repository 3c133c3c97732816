import type { ResourceName } from './resources.ts'

export const API_ROOT = '/api/v1'
export const KEY_HEADER = 'Idempotency-Key'

export interface Operation {
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** Relative to `/api/v1`; names in braces are fields of the procedure's input. */
  path: string
  procedure: string
  status: 200 | 201 | 202 | 204
  /** Type of the response; null if empty. */
  answer: ResourceName | null
  /** True if it requires an `Idempotency-Key` header, passed on as a field of the input. */
  takesKey?: true
}

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'listBusinesses',
    method: 'get',
    path: '/businesses',
    procedure: 'businesses.list',
    status: 200,
    answer: 'BusinessPage',
  },
  {
    id: 'createBusiness',
    method: 'post',
    path: '/businesses',
    procedure: 'businesses.create',
    status: 201,
    answer: 'Business',
  },
  {
    id: 'getBusiness',
    method: 'get',
    path: '/businesses/{id}',
    procedure: 'businesses.get',
    status: 200,
    answer: 'Business',
  },
  {
    id: 'updateBusiness',
    method: 'put',
    path: '/businesses/{id}',
    procedure: 'businesses.update',
    status: 200,
    answer: 'Business',
  },
  {
    id: 'deleteBusiness',
    method: 'delete',
    path: '/businesses/{id}',
    procedure: 'businesses.remove',
    status: 204,
    answer: null,
  },
  {
    id: 'listReviews',
    method: 'get',
    path: '/reviews',
    procedure: 'reviews.list',
    status: 200,
    answer: 'ReviewPage',
  },
  {
    id: 'pushReviews',
    method: 'post',
    path: '/reviews',
    procedure: 'imports.push',
    status: 201,
    answer: 'Imported',
    takesKey: true,
  },
  {
    id: 'getReview',
    method: 'get',
    path: '/reviews/{id}',
    procedure: 'reviews.get',
    status: 200,
    answer: 'ReviewDetail',
  },
  {
    id: 'listPlatforms',
    method: 'get',
    path: '/platforms',
    procedure: 'platforms.list',
    status: 200,
    answer: 'PlatformPage',
  },
  {
    id: 'listTags',
    method: 'get',
    path: '/tags',
    procedure: 'tags.list',
    status: 200,
    answer: 'TagPage',
  },
  {
    id: 'tagReviews',
    method: 'post',
    path: '/tags/{id}/reviews',
    procedure: 'tags.assign',
    status: 200,
    answer: 'Tagged',
  },
  {
    id: 'createResponse',
    method: 'post',
    path: '/reviews/{reviewId}/response',
    procedure: 'responses.create',
    status: 201,
    answer: 'Response',
  },
  {
    id: 'listResponses',
    method: 'get',
    path: '/businesses/{businessId}/responses',
    procedure: 'responses.forBusiness',
    status: 200,
    answer: 'ResponsePage',
  },
  {
    id: 'updateResponse',
    method: 'put',
    path: '/responses/{id}',
    procedure: 'responses.update',
    status: 200,
    answer: 'Response',
  },
  {
    id: 'deleteResponse',
    method: 'delete',
    path: '/responses/{id}',
    procedure: 'responses.remove',
    status: 204,
    answer: null,
  },
  {
    id: 'listAsks',
    method: 'get',
    path: '/asks',
    procedure: 'asking.log',
    status: 200,
    answer: 'AskPage',
  },
  {
    id: 'ask',
    method: 'post',
    path: '/asks',
    procedure: 'asking.ask',
    status: 202,
    answer: 'Asked',
  },
  {
    id: 'getStatistics',
    method: 'get',
    path: '/statistics',
    procedure: 'reviews.stats',
    status: 200,
    answer: 'Statistics',
  },
  {
    id: 'listRuns',
    method: 'get',
    path: '/runs',
    procedure: 'collection.runs',
    status: 200,
    answer: 'RunPage',
  },
  {
    id: 'startRuns',
    method: 'post',
    path: '/runs',
    procedure: 'collection.start',
    status: 202,
    answer: 'StartedRuns',
  },
  {
    id: 'getRun',
    method: 'get',
    path: '/runs/{id}',
    procedure: 'collection.run',
    status: 200,
    answer: 'Run',
  },
  {
    id: 'cancelRun',
    method: 'post',
    path: '/runs/{id}/cancel',
    procedure: 'collection.cancel',
    status: 200,
    answer: 'Run',
  },
]

export function inputPlaces({ path, method, takesKey }: Operation, names: readonly string[]) {
  const said = names.filter((name) => !(takesKey && name === 'idempotencyKey'))
  const inPath = said.filter((name) => path.includes(`{${name}}`))
  const others = said.filter((name) => !inPath.includes(name))
  return {
    path: inPath,
    query: method === 'get' ? others : [],
    body: method === 'post' || method === 'put' ? others : [],
  }
}
