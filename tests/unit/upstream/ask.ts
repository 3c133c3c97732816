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
