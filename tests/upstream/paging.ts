/** A run of list places, `from` included, `to` excluded. */
export interface Span {
  from: number
  to: number
}

/** The page that is delivered a second time, counted from 0. */
const REPEATED_PAGE = 2
/** How many reviews of the page before each later page repeats. */
const OVERLAP = 2

/**
 * The pages of a list, in the order a reader gets them. Overlapping lists deliver one page twice and begin every page
 * after that with the last reviews of the page before, as recordings show; no review is left out either way.
 *
 * @param sizeOf how many reviews a page has, counted from 0
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
