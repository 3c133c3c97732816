export interface Article {
  id: string
  title: string
  /** Search terms that the article's text doesn't contain. */
  keywords?: string
  text: readonly string[]
  steps?: readonly string[]
  link?: { to: string; label: string }
}

export interface HelpSection {
  /** Anchor for links, also from error screens. */
  id: string
  title: string
  articles: readonly Article[]
}
