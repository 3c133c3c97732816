import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ArrowLeftIcon } from 'lucide-react'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useReplyOutbox } from '#app/lib/use-reply-outbox.ts'
import { readFilters } from './filters.server.ts'
import { inboxData, reviewRow } from './inbox-data.server.ts'
import { ReviewCard } from './review-card.tsx'
import { historyOf } from './review-history.server.ts'
import { ReviewHistory } from './review-history.tsx'
import { ReviewInbox } from './review-inbox.tsx'

/** More make a long page on a phone and a heavy one everywhere. */
const PAGE_REVIEWS = 25

export const meta: MetaFunction = () => pageTitle('Reviews')

/** `?review=` shows one review alone, wherever in the list it is; else the filters choose. */
export const loader = signedInLoader(async ({ api, request }) => {
  const params = new URL(request.url).searchParams
  const id = params.get('review')
  if (id) {
    const review = await api.reviews.get({ id })
    return {
      one: reviewRow(review),
      businessName: review.businessName,
      history: historyOf(review),
      // On a phone the composer would cover what someone came to read.
      startsOpen: params.get('show') !== 'history',
    }
  }
  const { filters, errors, input } = readFilters(params)
  const cursor = params.get('cursor')
  const view = await api.screens.reviews({ ...input, ...(cursor && { cursor }), limit: PAGE_REVIEWS })
  return { list: inboxData(view, { filters, errors, cursor }) }
})

export default function Reviews() {
  const data = useLoaderData<typeof loader>()
  const outbox = useReplyOutbox()
  if (data.list) return <ReviewInbox inbox={data.list} outbox={outbox} />
  const { one } = data
  return (
    <>
      <PageHeader
        title={`Review by ${one.reviewerName}`}
        actions={
          <LinkButton to="/app/reviews" variant="outline">
            <ArrowLeftIcon aria-hidden />
            All reviews
          </LinkButton>
        }
      />
      <ReviewCard
        key={one.id}
        review={one}
        outbox={outbox}
        businessName={data.businessName}
        startsOpen={data.startsOpen}
        isAlone
      />
      <ReviewHistory events={data.history} platform={one.platform} />
    </>
  )
}
