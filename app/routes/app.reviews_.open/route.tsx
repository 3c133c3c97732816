import { redirect } from '@remix-run/cloudflare'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import type { Platform } from '#worker/rules/platforms.ts'

/** Where owners answer on each platform, for a review whose own place there is not known. */
const OWNER_PAGES: Record<Platform, string> = {
  google: 'https://business.google.com/reviews',
  yelp: 'https://biz.yelp.com/',
  facebook: 'https://www.facebook.com/pages/',
  tripadvisor: 'https://www.tripadvisor.com/Owners',
}

/**
 * Leads from a review to its place on its platform: `?review=`. The addresses are long and look random, so a list that
 * carried one for each review would weigh a third more.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const id = new URL(request.url).searchParams.get('review') ?? ''
  // This address has no screen of its own: the review's screen says what went wrong.
  const review = await api.reviews.get({ id }).catch(() => null)
  if (!review) return redirect(`/app/reviews?${new URLSearchParams({ review: id })}`)
  // Addresses come from the platforms' pages, so only plain ones are followed.
  return redirect(review.url?.startsWith('https://') ? review.url : OWNER_PAGES[review.platform])
})
