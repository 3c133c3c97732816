import { useLoaderData, useNavigation } from '@remix-run/react'
import { Plus, SearchX, Store } from 'lucide'
import { useState } from 'react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { PlansButton } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import { connectProblemIn } from '#worker/rules/connections.ts'
import { BUSINESSES_FAILED, STATISTICS_FAILED } from '#worker/rules/error-texts.ts'
import { nextPlan, planLimits, planName } from '#worker/rules/plans.ts'
import { shownFault } from '#worker/rules/remedies.ts'
import type { BusinessOverview, FailedParts } from '#worker/screens/businesses-screen.ts'
import { BusinessCard } from './business-card.tsx'
import { BusinessFilters, businessFilterOf, hasFilter, overviewInput } from './business-filters.tsx'
import { DeletedBusinesses } from './deleted-businesses.tsx'

const BusinessTable = onDemand(() => import('./business-table.client.tsx'))

export const meta = () => pageTitle('Businesses')

export const loader = signedInLoader(async ({ api, request, session }) => {
  const query = new URL(request.url).searchParams
  const filter = businessFilterOf(query)
  const view = await api.screens.businesses(overviewInput(filter))
  const unread = { figures: view.failed?.figures === true, sources: view.failed?.sources === true }
  return {
    filter,
    problem: connectProblemIn(query),
    ...view,
    // Businesses that need their owner's attention come first. Both groups stay sorted by name.
    items: view.items
      .toSorted((a, b) => Number(isSound(a)) - Number(isSound(b)))
      .map((business) => ({
        ...business,
        unread,
        faults: business.faults.map(shownFault),
      })),
    failed: view.failed ?? null,
    next: view.count < view.limit ? null : planWithMore(session.plan),
  }
})

function isSound({ isActive, faults, sources }: BusinessOverview): boolean {
  return !isActive || (faults.length === 0 && sources.length > 0)
}

/** The cheapest plan with more locations; null if there is none. */
function planWithMore(plan: string) {
  const tier = nextPlan(plan, 'locations')
  return tier ? { name: planName(tier), locations: planLimits(tier).locations } : null
}

/** Sorts known items in the order of `ids`, new ones after them. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: Item) => places.get(id) ?? ids.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

export default function Businesses() {
  const {
    filter,
    problem,
    items: stored,
    count,
    limit,
    deleted,
    next,
    failed,
  } = useLoaderData<typeof loader>()
  const isList = !failed?.businesses
  const filtering = useNavigation().location?.pathname === '/app/businesses'
  const mayAdd = useMay('businesses.create')
  // Keep the first order, so that no card moves away under the pointer when its state changes.
  const [order] = useState(() => stored.map(({ id }) => id))
  const items = inOrder(stored, order)
  return (
    <>
      <PageHeader
        title="Businesses"
        description={usedLocations(count, limit)}
        actions={
          mayAdd && count < limit ? (
            <LinkButton to="/app/businesses/new">
              <Icon of={Plus} />
              Add business
            </LinkButton>
          ) : (
            mayAdd &&
            next && (
              <PlansButton variant="outline">
                {`Get ${next.locations} locations with ${next.name}`}
              </PlansButton>
            )
          )
        }
      />
      {problem && <Alert variant="destructive">{problem}</Alert>}
      {failed && <FailedRead title={whatFailed(failed)} />}
      {count > 1 && <BusinessFilters filter={filter} />}
      {items.length > 0 && filter.view === 'table' && (
        <BusinessTable businesses={items} fallback={<Skeleton className="h-64 rounded-xl" />} />
      )}
      <div aria-busy={filtering} className="grid items-start gap-4 aria-busy:opacity-60 lg:grid-cols-2">
        {filter.view === 'cards' &&
          items.map((business) => <BusinessCard key={business.id} business={business} />)}
      </div>
      {isList && stored.length === 0 && hasFilter(filter) && (
        <EmptyState
          icon={SearchX}
          title="No businesses match"
          action={
            <LinkButton to="/app/businesses" variant="outline">
              Show all businesses
            </LinkButton>
          }
        >
          Your search or filter hides all of them.
        </EmptyState>
      )}
      {isList && stored.length === 0 && !hasFilter(filter) && (
        <EmptyState
          icon={Store}
          title="No businesses yet"
          action={mayAdd && <LinkButton to="/app/businesses/new">Add your business</LinkButton>}
        >
          {mayAdd
            ? 'Add the place whose reviews you want to read. All you need is its Google or Yelp link.'
            : 'Your role can read reviews. An owner, admin or member adds the first business.'}
        </EmptyState>
      )}
      <DeletedBusinesses businesses={deleted} />
    </>
  )
}

function whatFailed({ businesses, figures }: FailedParts): string {
  if (businesses) return BUSINESSES_FAILED
  return figures ? STATISTICS_FAILED : 'Failed to load the sources'
}

function usedLocations(count: number, limit: number): string {
  if (limit === 0) return 'Your plan includes no locations.'
  const all = `${limit} ${limit === 1 ? 'location' : 'locations'}`
  if (count < limit) return `${count} of the ${all} your plan includes`
  return limit === 1
    ? 'You use the one location your plan includes.'
    : `You use all ${all} your plan includes.`
}
