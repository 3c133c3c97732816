import { redirect } from '@remix-run/cloudflare'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

/**
 * Redirects from a review (`?review=`) to its page on the platform. These addresses are long and look random: including
 * them would make the list a third larger. The API checks that an address belongs to the platform.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const id = new URL(request.url).searchParams.get('review') ?? ''
  // This route has no screen; the review's own screen shows the error.
  const page = await api.reviews.platformPage({ id }).catch(() => null)
  return redirect(page?.url ?? `/app/reviews?${new URLSearchParams({ review: id })}`)
})
