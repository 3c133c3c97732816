import { useLoaderData, useNavigate } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { PlansButton } from '#app/components/text-link.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { BusinessForm, type Values } from '#app/features/businesses/business-form.tsx'
import { PasteDoor } from '#app/features/businesses/paste-door.tsx'
import { addAndCollect } from '#app/features/collection/collect-first.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { linkIn, placeNameIn, platformOfLink } from '#worker/rules/found-place.ts'
import { locationLimitAdvice, planLimits } from '#worker/rules/plans.ts'
import type { Platform } from '#worker/rules/platforms.ts'

export const meta = () => pageTitle('Add a business')

/** `?link=` is the text pasted on the Dashboard. */
export const loader = signedInLoader(async ({ api, session, request }) => {
  const { count, limit } = await api.screens.businesses({})
  const link = new URL(request.url).searchParams.get('link') ?? ''
  const limitMessage = count < limit ? null : locationLimitAdvice(session.plan)
  return { link, limitMessage, platforms: planLimits(session.plan).platforms }
})

export default function AddBusiness() {
  const { link, limitMessage, platforms } = useLoaderData<typeof loader>()
  const navigate = useNavigate()

  async function add(values: Values) {
    // Navigate before the data is reloaded: otherwise this screen would briefly report that the limit is reached.
    await addAndCollect(values, leave)
  }

  function leave(id: string) {
    navigate(`/app/businesses#business-${id}`)
  }

  return (
    <div className="text-width">
      <PageHeader
        title="Add a business"
        description="Add a Google or Yelp link, and its reviews start coming in right away."
      />
      {limitMessage ? (
        <EmptyState title="No room for another location" action={<PlansButton />}>
          {limitMessage}
        </EmptyState>
      ) : (
        <PasteDoor link={link} className="rounded-xl border bg-card p-5 sm:p-6" onAdded={leave}>
          <h2 className="mt-8 mb-3 text-lg font-semibold tracking-tight">Or enter the details yourself</h2>
          <BusinessForm
            business={fromLink(link, platforms)}
            platforms={platforms}
            submitLabel="Add business"
            onSave={add}
          />
        </PasteDoor>
      )}
    </div>
  )
}

/** Puts a pasted link into its platform's field; any other text into Google's, where the error is shown. */
function fromLink(pasted: string, platforms: readonly Platform[]) {
  const link = linkIn(pasted)
  const name = placeNameIn(link)
  const platform = platformOfLink(pasted)
  if (platform === 'yelp') return { name, yelpBusinessUrl: link }
  if (platform === 'tripadvisor' && platforms.includes(platform)) return { name, tripadvisorUrl: link }
  return { name, googleBusinessUrl: link }
}
