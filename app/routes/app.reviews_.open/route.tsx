import { redirect } from '@remix-run/cloudflare'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

/**
 * Leads from a review to its place on its platform: `?review=`. The addresses are long and look random, so a list that
 * carried one for each review would weigh a third more. Which addresses are the platform's own, the API decides.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const id = new URL(request.url).searchParams.get('review') ?? ''
  // This address has no screen of its own: the review's screen says what went wrong.
  const page = await api.reviews.platformPage({ id }).catch(() => null)
  return redirect(page?.url ?? `/app/reviews?${new URLSearchParams({ review: id })}`)
})
