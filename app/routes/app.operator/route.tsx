import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { ClaimCard } from './claim-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { RunningCard } from './running-card.tsx'

export const meta = () => pageTitle('Operator')

/**
 * Loads the operator's screen. If the URL has a claim token (logged by the server), loads nothing: the screen then only
 * asks the person to confirm becoming the operator.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const token = new URL(request.url).searchParams.get('claim')
  return token === null ? { token, view: await api.operator.screen() } : { token, view: null }
})

export default function Operator() {
  const { token, view } = useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader
        title="Operator"
        description="What is missing or wrong on this instance, and how it runs."
      />
      <div className="grid gap-6">
        {token !== null && <ClaimCard token={token} />}
        {view && (
          <>
            <FaultsCard view={view} />
            <RunningCard view={view} />
          </>
        )}
      </div>
    </div>
  )
}
