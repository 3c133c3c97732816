import { useLoaderData, useNavigation } from '@remix-run/react'
import { PlusIcon, SearchXIcon, StoreIcon } from 'lucide-react'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { ConnectOutcome } from '#app/features/connections/connect-outcome.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { BusinessCard } from './business-card.tsx'
import { BusinessFilters, businessFilterOf, hasFilter, overviewInput } from './business-filters.tsx'

export const meta = () => pageTitle('Businesses')

export const loader = signedInLoader(async ({ api, request }) => {
  const filter = businessFilterOf(new URL(request.url).searchParams)
  return { filter, ...(await api.screens.businesses(overviewInput(filter))) }
})

export default function Businesses() {
  const { filter, items, count, limit } = useLoaderData<typeof loader>()
  const filtering = useNavigation().location?.pathname === '/app/businesses'
  return (
    <>
      <PageHeader
        title="Businesses"
        description={
          limit > 0
            ? `${count} of ${limit} ${limit === 1 ? 'location' : 'locations'} your plan includes`
            : 'Your plan includes no location'
        }
        actions={
          <LinkButton to="/app/businesses/new">
            <PlusIcon aria-hidden />
            Add business
          </LinkButton>
        }
      />
      <ConnectOutcome />
      {count > 1 && <BusinessFilters key={`${filter.search} ${filter.state}`} filter={filter} />}
      <div aria-busy={filtering} className="grid items-start gap-4 aria-busy:opacity-60 lg:grid-cols-2">
        {items.map((business) => (
          <BusinessCard key={business.id} business={business} />
        ))}
      </div>
      {items.length === 0 && hasFilter(filter) && (
        <EmptyState
          icon={SearchXIcon}
          title="No business fits"
          action={
            <LinkButton to="/app/businesses" variant="outline">
              Show all businesses
            </LinkButton>
          }
        >
          The search or the state you chose hides all of them.
        </EmptyState>
      )}
      {items.length === 0 && !hasFilter(filter) && (
        <EmptyState
          icon={StoreIcon}
          title="No business yet"
          action={<LinkButton to="/app/businesses/new">Add your business</LinkButton>}
        >
          Add the place you want to read the reviews of. All it takes is its Google or Yelp link.
        </EmptyState>
      )}
    </>
  )
}
