import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { Flag } from 'lucide'
import { LockedScreen } from '#app/components/locked-screen.tsx'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { FindingDetails } from '#app/features/insights/finding-details.tsx'
import { FindingList } from '#app/features/insights/finding-list.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useOpenForm } from '#app/lib/close-and-refocus.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import type { ActionsView, ActionView } from '#worker/rules/actions.ts'
import type { LocationlessFinding } from '#worker/rules/findings.ts'
import { topicName } from '#worker/rules/insight-texts.ts'
import { lockText } from '#worker/rules/plans.ts'
import { sampleView } from './sample.server.ts'

const ActionForm = onDemand(() => import('./action-form.client.tsx'))

const TITLE = 'Actions'

export const meta: MetaFunction = () => pageTitle(TITLE)

export const loader = signedInLoader(async ({ api, session, request }) => {
  const locked = lockText('ai-insights', session.plan)
  const params = new URL(request.url).searchParams
  const view: ActionsView = locked ? sampleView(Date.now()) : await api.actions.list()
  const { businesses, topics } = view
  const filled = {
    businessId: businesses.find(({ id }) => id === params.get('businessId'))?.id ?? null,
    topic: topics.find((topic) => topic === params.get('topic')) ?? null,
  }
  return { locked, view, filled, isNew: params.has('new') }
})

export default function Actions() {
  const { locked, view, filled, isNew } = useLoaderData<typeof loader>()
  if (locked) {
    return (
      <div className="text-width">
        <PageHeader title={TITLE} />
        <LockedScreen
          feature="hasAIInsights"
          text={locked}
          use="Mark what you changed, such as a new chef, and see from your reviews whether it worked."
        >
          <List view={view} open={null} onOpen={() => {}} />
        </LockedScreen>
      </div>
    )
  }
  if (view.businesses.length === 0) {
    return (
      <>
        <PageHeader title={TITLE} />
        <FirstBusiness />
      </>
    )
  }
  return (
    <OwnActions
      key={`${filled.topic} ${filled.businessId} ${isNew}`}
      view={view}
      filled={filled}
      isNew={isNew}
    />
  )
}

type Filled = Pick<ActionView, 'businessId' | 'topic'>

function OwnActions({ view, filled, isNew }: { view: ActionsView; filled: Filled; isNew: boolean }) {
  const isReady = useHydrated()
  const { actions, mayEdit } = view
  const { open, setOpen, close } = useOpenForm('action', isNew && mayEdit ? 'new' : null)
  const mark = mayEdit && (
    <Button id="action-new" disabled={!isReady} onClick={() => setOpen('new')}>
      Mark an action
    </Button>
  )
  return (
    <div className="text-width">
      <PageHeader
        title={TITLE}
        description="Mark what you changed and when, such as a new chef. Your reviews then show whether it worked."
        actions={actions.length > 0 && open !== 'new' && mark}
      />
      {open === 'new' && (
        <Card className="mb-4 p-4 md:p-5">
          <ActionForm view={view} filled={filled} onClose={close} onFailure={close} />
        </Card>
      )}
      {actions.length === 0 && open !== 'new' && (
        <EmptyState icon={Flag} title="No actions yet" action={mark}>
          More staff on Fridays, a new menu, a new chef: mark the day, and see what changed since.
        </EmptyState>
      )}
      <List view={view} open={open} onOpen={setOpen} onClose={close} />
    </div>
  )
}

interface ListProps {
  view: ActionsView
  /** Id of the action being edited. */
  open: string | null
  onOpen: (id: string) => void
  onClose?: () => void
}

function List({ view, open, onOpen, onClose = () => {} }: ListProps) {
  return (
    <ul className="grid gap-3">
      {view.actions.map((action) => (
        <li key={action.id}>
          <Card className="p-4 md:p-5">
            {open === action.id ? (
              <ActionForm view={view} action={action} onClose={onClose} onFailure={onClose} />
            ) : (
              <Action action={action} view={view} onOpen={onOpen} />
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}

const detailsOf = (finding: LocationlessFinding) => <FindingDetails finding={finding} />

function Action({
  action,
  view,
  onOpen,
}: {
  action: ActionView
  view: ActionsView
  onOpen: (id: string) => void
}) {
  const format = useFormat()
  const isReady = useHydrated()
  const { id, name, day, topic, results, together } = action
  const { businesses } = view
  const mayEdit = view.mayEdit && (view.mayEditAll || action.businessId !== null)
  const place = businesses.find((business) => business.id === action.businessId)?.name
  const about = [
    `${format.day(day)}, ${day.slice(0, 4)}`,
    topic ? topicName(topic) : 'rating',
    ...(businesses.length > 1 ? [place ?? 'all businesses'] : []),
  ]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-medium wrap-anywhere">{name}</h2>
          <p className="text-xs text-muted-foreground">{about.join(' · ')}</p>
        </div>
        {mayEdit && (
          <div className="flex gap-2 print:hidden">
            <Button
              id={`action-${id}`}
              variant="outline"
              size="sm"
              disabled={!isReady}
              aria-label={`Edit ${name}`}
              onClick={() => onOpen(id)}
            >
              Edit
            </Button>
            <Button
              variant="ghost"
              size="sm"
              disabled={!isReady}
              aria-label={`Delete ${name}`}
              onClick={() => void remove(action)}
            >
              Delete
            </Button>
          </div>
        )}
      </div>
      {results.length > 0 && (
        <div className="mt-3 border-t pt-3">
          <FindingList findings={[...(together ? [together] : []), ...results]} details={detailsOf} />
        </div>
      )}
    </>
  )
}

async function remove({ id, name, day, topic, businessId }: ActionView): Promise<void> {
  const removed = await mutateOrToast(api.actions.remove.mutate({ id }), 'account-updated')
  if (removed === null) return
  toast.success(`‘${name}’ is deleted.`, {
    title: 'Action deleted',
    action: {
      label: 'Undo',
      onPress: () =>
        void mutateOrToast(api.actions.mark.mutate({ name, day, topic, businessId }), 'account-updated'),
    },
  })
}
