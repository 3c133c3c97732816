import type { Operation } from './operations.ts'

export const API_ROOT = '/api/v1'
export const KEY_HEADER = 'Idempotency-Key'

/** Where a request says each field of its procedure's input, by the fields' names. */
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
