import { volume } from '#tests/volume.ts'

/** Collections of hostile input, stored outside the repository and on some machines only (sources in SOURCES.md). */
const FILES = import.meta.glob<unknown>(
  '../../../../shared/vectors/{crlf,http_methods,json_fuzz,json_testsuite,naughty_strings,open_redirect,open_redirect_params,path_names,proto_pollution,query_pollution,request_header_names,sql_strings,xss_payloads}.json',
  { eager: true, import: 'default' },
)

/** Entries of a collection, every eighth with `npm test`; empty if the folder is absent. */
export function vectors<Entry = { payload: string }>(name: string): Entry[] {
  const entries = (FILES[`../../../../shared/vectors/${name}.json`] ?? []) as Entry[]
  return entries.filter((_, index) => index % volume(8, 1) === 0)
}

/** Our own texts, then those of a collection, so that each kind is tested even without the folder. */
export function payloads(name: string, own: readonly string[]): string[] {
  return [...own, ...vectors(name).map(({ payload }) => payload)]
}
