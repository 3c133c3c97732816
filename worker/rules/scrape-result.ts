/** Response of the scraper routes; the specification defines the names. */
export interface ScrapeResult {
  success: boolean
  reviews: {
    review_id: string
    author_name: string
    rating: number
    review_text: string
    /** ISO 8601, UTC; null if unknown. */
    review_date: string | null
    helpful_votes: number
    user_verified: boolean
  }[]
  total_reviews: number
  pages_scraped: number
  errors: string[]
  warnings: string[]
  /** Milliseconds. */
  execution_time: number
}

export const UNKNOWN_SCRAPE_ERROR = 'Unknown error'

export function httpStatusError(status: number): string {
  return `HTTP error! status: ${status}`
}

export function saveError(reason: string): string {
  return `Save error: ${reason}`
}

export function failedScrape(errors: string[]): ScrapeResult {
  return {
    success: false,
    reviews: [],
    total_reviews: 0,
    pages_scraped: 0,
    errors: errors.length > 0 ? errors : [UNKNOWN_SCRAPE_ERROR],
    warnings: [],
    execution_time: 0,
  }
}
