/** Sends a request the way the worker's outbound door does: `https://HOST/PATH` goes to `ORIGIN/HOST/PATH`. */
export async function ask(origin: string, request: Request | string): Promise<Response> {
  const asked = new Request(request)
  const url = new URL(asked.url)
  const headers = new Headers(asked.headers)
  headers.set('x-forwarded-host', url.host)
  const hasBody = asked.method !== 'GET' && asked.method !== 'HEAD'
  return fetch(`${origin}/${url.host}${url.pathname}${url.search}`, {
    method: asked.method,
    headers,
    redirect: 'manual',
    signal: asked.signal,
    ...(hasBody && { body: await asked.text() }),
  })
}

/** The value at a path of nested lists and objects; undefined where it ends early. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  )
}

/** @throws TypeError when there is no list at the path */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const list = at(value, ...path)
  if (!Array.isArray(list)) throw new TypeError(`No list at ${path.join('.')}.`)
  return list
}

const LIST = 'https://www.google.com/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy'

/** Address of a page of Google's list. `token` is '' for the first page; `sort` 2 is newest. */
export function googleListUrl(featureId: string, token = '', sort = 2): string {
  const asked: unknown[] = new Array(24).fill(null)
  asked[1] = sort
  asked[9] = 10
  asked[11] = [featureId]
  asked[19] = token
  const payload = [null, [...new Array(9).fill(null), asked]]
  return `${LIST}?${new URLSearchParams({ msc: 'gwsrpc', hl: 'en', reqpld: JSON.stringify(payload) })}`
}

/** JSON of a Google answer, without the line against script inclusion. */
export function googleJson(body: string): unknown {
  return JSON.parse(body.slice(body.indexOf('[')))
}

const DOCUMENT_ID = '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692'

/** A request for Yelp's GraphQL list. */
export function yelpListRequest(variables: Record<string, unknown>, documentId = DOCUMENT_ID): Request {
  return new Request('https://www.yelp.com/gql/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([
      {
        operationName: 'GetBusinessReviewFeed',
        variables: { reviewsPerPage: 10, sortBy: 'DATE_DESC', languageCode: 'en', ...variables },
        extensions: { operationType: 'query', documentId },
      },
    ]),
  })
}
