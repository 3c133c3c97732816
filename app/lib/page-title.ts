import { BRAND_NAME } from './brand.ts'

/** For `meta`: 'Reviews · Review Dashboard', and a description where a search engine may see the page. */
export function pageTitle(title: string, description?: string) {
  const tags: ({ title: string } | { name: string; content: string })[] = [
    { title: `${title} · ${BRAND_NAME}` },
  ]
  if (description) tags.push({ name: 'description', content: description })
  return tags
}
