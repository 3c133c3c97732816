import { parseJson } from '../json.ts'
import { decodeEntities } from '../text.ts'

export interface Script {
  /** The opening tag without its brackets. */
  tag: string
  content: string
}

/** The scripts of a page in order. Walks from mark to mark, so that no page makes it slow. */
export function scriptsOf(html: string): Script[] {
  const scripts: Script[] = []
  for (let at = html.indexOf('<script'); at !== -1; ) {
    const open = html.indexOf('>', at)
    const close = open === -1 ? -1 : html.indexOf('</script', open)
    if (close === -1) break
    scripts.push({ tag: html.slice(at + 1, open), content: html.slice(open + 1, close) })
    at = html.indexOf('<script', close)
  }
  return scripts
}

/** The JSON of a script; Yelp puts it into an HTML comment and encodes its quotes. Undefined when it is none. */
export function jsonOfScript({ content }: Script): unknown {
  const json = content.trim().replace(/^<!--/, '').replace(/-->$/, '')
  return parseJson(/^\s{0,9}[[{]\s{0,9}&quot;/.test(json) ? decodeEntities(json) : json)
}
