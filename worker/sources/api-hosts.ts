/** The official APIs that reviews are asked from, each with the beginning of the paths that are asked there. */
const API_PATHS: ReadonlyMap<string, string> = new Map([
  ['mybusiness.googleapis.com', '/v4/accounts/'],
  ['mybusinessaccountmanagement.googleapis.com', '/v1/accounts'],
  ['mybusinessbusinessinformation.googleapis.com', '/v1/accounts/'],
  ['places.googleapis.com', '/v1/places/'],
  ['api.yelp.com', '/v3/'],
  ['graph.facebook.com', '/v21.0/'],
  ['api.content.tripadvisor.com', '/api/v1/location/'],
])

/**
 * The address rule of the purpose `review-api`: https on the default port, without user name or password, at one of the
 * official APIs. The list is closed; nothing out of an answer or an owner's input adds to it.
 */
export function isReviewApiAddress(url: URL): boolean {
  const path = API_PATHS.get(url.hostname)
  return (
    path !== undefined &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    url.pathname.startsWith(path)
  )
}
