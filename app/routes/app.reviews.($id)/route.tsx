import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ReviewInbox } from '#app/features/inbox/inbox.tsx'
import { inboxData, readFilters } from '#app/features/inbox/inbox-data.server.ts'
import { formatOfRequest } from '#app/lib/accept-language.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

/** Reviews per page: more would make long pages on phones and slow ones everywhere. */
const PAGE_REVIEWS = 25

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageTitle(data?.selected ? `Review by ${data.selected.reviewerName}` : 'Reviews')

/** The filters select the list. `/app/reviews/17` opens a review beside it, as does the legacy `?review=17`. */
export const loader = signedInLoader(async ({ api, request, params }) => {
  const search = new URL(request.url).searchParams
  const openId = params.id ?? search.get('review')
  const { filters, errors, input } = readFilters(search)
  const cursor = search.get('cursor')
  const view = await api.screens.reviews({
    ...input,
    ...(cursor && { cursor }),
    ...(openId && { reviewId: openId }),
    limit: PAGE_REVIEWS,
  })
  return inboxData(view, { filters, errors, cursor, openId }, formatOfRequest(request))
})

export default function Reviews() {
  return <ReviewInbox inbox={useLoaderData<typeof loader>()} />
}
