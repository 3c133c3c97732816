import { redirect } from '@remix-run/cloudflare'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

/**
 * Leads from a review to its place on its platform: `?review=`. The addresses are long and look random, so a list that
 * carried one for each review would weigh a third more.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const id = new URL(request.url).searchParams.get('review') ?? ''
  // This address has no screen of its own: the review's screen says what went wrong.
  const url = await api.reviews.get({ id }).then(
    (review) => review.url,
    () => null,
  )
  // Addresses come from the platforms' pages, so only plain ones are followed.
  return redirect(url?.startsWith('https://') ? url : `/app/reviews?${new URLSearchParams({ review: id })}`)
})
