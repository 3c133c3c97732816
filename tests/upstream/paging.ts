/** A range of positions in a list, `from` included, `to` excluded. */
export interface Span {
  from: number
  to: number
}

/** The page that is delivered twice, counted from 0. */
const REPEATED_PAGE = 2
/** Number of reviews of the previous page that each later page repeats. */
const OVERLAP = 2

/**
 * The pages of a list, in the order in which a reader gets them. In overlapping lists, as recorded, one page is
 * delivered twice and every later page begins with the last reviews of the previous one. No review is left out.
 *
 * @param sizeOf size of a page, counted from 0
 */
export function pagesOf(count: number, overlapping: boolean, sizeOf: (page: number) => number): Span[] {
  const pages: Span[] = []
  let from = 0
  while (from < count) {
    const to = Math.min(count, from + sizeOf(pages.length))
    pages.push({ from, to })
    const repeats = overlapping && pages.length === REPEATED_PAGE + 1
    if (repeats) pages.push({ from, to })
    from = overlapping && pages.length > REPEATED_PAGE && to < count ? to - OVERLAP : to
  }
  return pages
}
