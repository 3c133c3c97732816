import { useLoaderData, useNavigate } from '@remix-run/react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { BusinessForm, type Values } from '#app/features/businesses/business-form.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { mutate } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import { hasFeature, planLimits } from '#worker/rules/plans.ts'

const AnswerTargetCard = onDemand(() => import('./answer-target-card.client.tsx'))
const DraftStyleCard = onDemand(() => import('./draft-style-card.client.tsx'))

export const meta = () => pageTitle('Edit business')

/** `?id=` names the business. Not a path segment, which would become a breadcrumb. */
export const loader = signedInLoader(async ({ api, session, request }) => {
  const id = new URL(request.url).searchParams.get('id') ?? ''
  const { userId, address, settings, ...business } = await api.businesses.get({ id })
  return { business, platforms: planLimits(session.plan).platforms }
})

export default function EditBusiness() {
  const { business, platforms } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { plan } = useViewer()
  const mayChange = useMay('businesses.update')
  const mayDraft = mayChange && hasFeature(plan, 'hasAIInsights')

  async function save(values: Values) {
    await mutate(api.businesses.update.mutate({ id: business.id, ...values }), 'business-updated')
    toast.success(`${values.name} is saved.`)
    navigate(`/app/businesses#business-${business.id}`)
  }

  return (
    <div className="text-width">
      <PageHeader title={`Edit ${business.name}`} />
      <BusinessForm
        key={business.id}
        business={business}
        platforms={platforms}
        submitLabel="Save"
        onSave={save}
      />
      {isHydrated && mayChange && (
        <div className="mt-6">
          <AnswerTargetCard key={business.id} businessId={business.id} />
        </div>
      )}
      {isHydrated && mayDraft && (
        <div className="mt-6">
          <DraftStyleCard key={business.id} businessId={business.id} />
        </div>
      )}
    </div>
  )
}
