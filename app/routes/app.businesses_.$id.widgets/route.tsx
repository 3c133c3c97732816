import { useLoaderData } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { PlansLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { LAYOUT_NAMES, type WidgetView } from '#worker/rules/widgets.ts'
import { WidgetCode } from './widget-code.tsx'

const WidgetForm = onDemand(() => import('./widget-form.client.tsx'))

export const meta = () => pageTitle('Widgets')

export const loader = signedInLoader(({ api, params }) =>
  api.screens.widgets({ businessId: params.id ?? '' }),
)

export default function Widgets() {
  const view = useLoaderData<typeof loader>()
  const { business, widgets, withheld, mayEdit } = view
  const isReady = useHydrated()
  /** Id of the widget being edited; 'new' for a new one. */
  const [open, setOpen] = useState<string | null>(null)
  const { busy, act } = useAction()
  const close = () =>
    closeAndRefocus(
      () => document.getElementById(`widget-${open}`),
      () => setOpen(null),
    )
  const remove = ({ id }: WidgetView) =>
    act(id, async () => {
      await mutate(api.widgets.remove.mutate({ id }), 'business-updated')
      toast.success('The widget is deleted.')
    })
  const add = mayEdit && !business.isSample && (
    <Button id="widget-new" disabled={!isReady} onClick={() => setOpen('new')}>
      New widget
    </Button>
  )
  return (
    <>
      <PageHeader
        title={`Widgets of ${business.name}`}
        description="A widget shows your reviews on your own site, with their dates and platforms, and says how they were chosen."
        actions={
          <>
            <LinkButton to={`/app/reviews?businessId=${business.id}`} variant="outline">
              View reviews
            </LinkButton>
            {widgets.length > 0 && add}
          </>
        }
      />
      {withheld.length > 0 && (
        <Alert className="mb-4">
          {`Reviews from ${withheld.map((name) => PLATFORM_NAMES[name]).join(' and ')} aren’t in your widgets: the platform doesn’t let others show them.`}
        </Alert>
      )}
      {open === 'new' && (
        <Card className="mb-4 p-4 md:p-5">
          <WidgetForm view={view} onClose={close} onFailure={close} />
        </Card>
      )}
      {widgets.length === 0 && open !== 'new' && (
        <EmptyState title={business.isSample ? 'Sample reviews stay here' : 'No widgets yet'} action={add}>
          {business.isSample
            ? 'They are invented, so they can’t be shown on a site. Add your own business first.'
            : 'Choose how it looks, name your site, and copy a few lines into your page.'}
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {widgets.map((widget) => (
          <li key={widget.id}>
            <Card className="p-4 md:p-5">
              {open === widget.id ? (
                <WidgetForm view={view} widget={widget} onClose={close} onFailure={close} />
              ) : (
                <WidgetLine widget={widget} limit={view.limit}>
                  {mayEdit && (
                    <div className="flex gap-2">
                      <Button
                        id={`widget-${widget.id}`}
                        variant="outline"
                        size="sm"
                        disabled={!isReady}
                        aria-label={`Edit ${nameOf(widget)}`}
                        onClick={() => setOpen(widget.id)}
                      >
                        Edit
                      </Button>
                      <ConfirmButton
                        trigger={{
                          variant: 'ghost',
                          size: 'sm',
                          disabled: !isReady,
                          pending: busy === widget.id,
                          'aria-label': `Delete ${nameOf(widget)}`,
                          children: 'Delete',
                        }}
                        title="Delete this widget?"
                        text="Pages with its code show a link to your reviews instead."
                        action="Delete widget"
                        isDestructive
                        onAction={() => remove(widget)}
                      />
                    </div>
                  )}
                </WidgetLine>
              )}
              {open !== widget.id && <WidgetCode view={view} widget={widget} />}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

interface WidgetLineProps {
  widget: WidgetView
  limit: number
  children: ReactNode
}

function WidgetLine({ widget, limit, children }: WidgetLineProps) {
  const { sites, isServed } = widget
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium wrap-anywhere">{nameOf(widget)}</h2>
        {sites.length > 1 && (
          <p className="text-sm wrap-anywhere text-muted-foreground">{sites.map(hostOf).join(', ')}</p>
        )}
        {!isServed && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
            <Badge variant="neutral">Not shown</Badge>
            {`Your plan includes ${limit === 1 ? 'one widget' : `${limit} widgets`}, the oldest first.`}
            <PlansLink />
          </p>
        )}
      </div>
      {children}
    </div>
  )
}

/** 'List on www.example.com' */
function nameOf({ layout, sites: [site] }: WidgetView): string {
  return site ? `${LAYOUT_NAMES[layout]} on ${hostOf(site)}` : LAYOUT_NAMES[layout]
}

function hostOf(origin: string): string {
  return new URL(origin).host
}
