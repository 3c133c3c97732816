import type { Article, HelpSection } from '#worker/rules/help.ts'

/** Finds the articles that contain every term of the query; an empty query finds all articles. */
export function searchHelp(sections: readonly HelpSection[], query: string): HelpSection[] {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return [...sections]
  return sections.flatMap((section) => {
    const articles = section.articles.filter((article) => {
      const text = textOf(section, article)
      return wanted.every((word) => text.includes(word))
    })
    return articles.length > 0 ? [{ ...section, articles }] : []
  })
}

function textOf({ title }: HelpSection, article: Article): string {
  const parts = [title, article.title, article.keywords ?? '', ...article.text, ...(article.steps ?? [])]
  return ` ${wordsOf(parts.join(' ')).join(' ')}`
}

/** Lowercase terms, without accents and punctuation; each matches any part of a text. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
