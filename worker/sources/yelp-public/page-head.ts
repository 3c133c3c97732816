import { decodeEntities } from '../text.ts'
import { isEncid } from './business-id.ts'

/** The id of the business a page is about; null on pages of another kind. */
export function encidInMeta(html: string): string | null {
  const id = attributeBeside(html, 'name="yelp-biz-id"', 'content')
  return isEncid(id) ? id : null
}

/** The address a page gives itself; null when it gives none. */
export function canonicalUrl(html: string): URL | null {
  const href =
    attributeBeside(html, 'rel="canonical"', 'href') ?? attributeBeside(html, 'property="og:url"', 'content')
  return href === null ? null : URL.parse(decodeEntities(href))
}

/** An attribute of the first tag that holds a mark; null when there is none. */
function attributeBeside(html: string, mark: string, name: string): string | null {
  const found = html.indexOf(mark)
  if (found === -1) return null
  const start = html.lastIndexOf('<', found)
  const end = html.indexOf('>', found)
  const tag = html.slice(start, end === -1 ? undefined : end).slice(0, 2000)
  return new RegExp(`\\s${name}="([^"]{1,1000})"`).exec(tag)?.[1] ?? null
}
