import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { can } from '#worker/rules/permissions.ts'
import { OwnPlatforms } from './own-platforms.tsx'
import { PlatformCard } from './platform-card.tsx'
import { RunHistory } from './run-history.tsx'
import { shownSources } from './shown-sources.server.ts'

export const meta = () => pageTitle('Sources')

export const loader = signedInLoader(async ({ api, params }) =>
  shownSources(await api.screens.sources({ businessId: params.id ?? '' })),
)

export default function Sources() {
  const sources = useLoaderData<typeof loader>()
  const { business, platforms, runs } = sources
  const { role } = useViewer().user
  return (
    <>
      <PageHeader
        title={`Sources of ${business.name}`}
        description="Where its reviews come from, and how collecting is going."
        actions={
          <LinkButton to={`/app/reviews?businessId=${business.id}`} variant="outline">
            View reviews
          </LinkButton>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {platforms.map((entry) => (
          <PlatformCard
            // Remount if the platform's source changes.
            key={`${entry.platform} ${entry.source?.source} ${entry.source?.listingUrl}`}
            entry={entry}
            business={business}
            mayCollect={can(role, 'collection.start')}
          />
        ))}
      </div>
      <OwnPlatforms {...sources} />
      <RunHistory key={business.id} businessId={business.id} firstPage={runs} />
    </>
  )
}
