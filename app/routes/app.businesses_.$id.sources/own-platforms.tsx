import { Plus } from 'lucide'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useOpenForm } from '#app/lib/close-and-refocus.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import { counted } from '#worker/rules/counted.ts'
import { ownPlatformLimit } from '#worker/rules/plans.ts'
import type { OwnPlatform } from '#worker/rules/platforms.ts'
import type { SourcesView } from '#worker/rules/source-health.ts'

const PlatformForm = onDemand(() => import('./platform-form.client.tsx'))

type Shown = Pick<SourcesView, 'business' | 'ownPlatforms' | 'maxOwnPlatforms' | 'mayEditPlatforms'>

/** Platforms that the organization has added. Their reviews come from files, email, by hand and over the API. */
export function OwnPlatforms({ business, ownPlatforms, maxOwnPlatforms, mayEditPlatforms }: Shown) {
  const isReady = useHydrated()
  const { plan } = useViewer()
  const { open, setOpen, close } = useOpenForm('platform')
  const hasRoom = ownPlatforms.length < maxOwnPlatforms
  return (
    <section aria-labelledby="own-platforms" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="own-platforms" className="text-lg font-semibold tracking-tight">
          Other platforms
        </h2>
        {mayEditPlatforms && hasRoom && open !== 'new' && (
          <Button id="platform-new" variant="outline" disabled={!isReady} onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            Add a platform
          </Button>
        )}
      </div>
      <Card className="divide-y">
        {open === 'new' && (
          <div className="p-4">
            <PlatformForm onClose={close} onFailure={close} />
          </div>
        )}
        {ownPlatforms.length === 0 && open !== 'new' && (
          <p className="p-4 text-sm text-muted-foreground">
            Trustpilot, Booking, OpenTable, your own form: give a platform a name, and add its reviews from a
            file, by hand, by e-mail or over the API.
          </p>
        )}
        {ownPlatforms.map((platform) => (
          <div key={platform.id} className="p-4">
            {open === platform.id ? (
              <PlatformForm platform={platform} onClose={close} onFailure={close} />
            ) : (
              <PlatformItem
                platform={platform}
                businessId={business.id}
                mayEdit={mayEditPlatforms}
                onEdit={() => setOpen(platform.id)}
              />
            )}
          </div>
        ))}
        {!hasRoom && <p className="p-4 text-sm text-muted-foreground">{ownPlatformLimit(plan)}</p>}
      </Card>
    </section>
  )
}

interface PlatformItemProps {
  platform: OwnPlatform & { count: number }
  businessId: string
  mayEdit: boolean
  onEdit: () => void
}

function PlatformItem({ platform, businessId, mayEdit, onEdit }: PlatformItemProps) {
  const format = useFormat()
  const isReady = useHydrated()
  const mayImport = useMay('reviews.import')
  const { busy, act } = useAction()
  const { id, name, count } = platform
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h3 className="min-w-0 flex-1 basis-48 text-base font-medium">
        <PlatformMark platform="other" own={platform} />
      </h3>
      <p className="text-sm text-muted-foreground tabular-nums">
        {count === 0 ? 'No reviews yet' : counted(count, 'review', format)}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayImport && (
          <LinkButton
            to={`/app/businesses/${businessId}/import?platform=${id}`}
            variant="outline"
            size="sm"
            aria-label={`Add reviews from ${name}`}
          >
            Add reviews
          </LinkButton>
        )}
        {count > 0 && (
          <LinkButton
            to={`/app/reviews?${new URLSearchParams({ businessId, platform: id })}`}
            variant="ghost"
            size="sm"
            aria-label={`View reviews from ${name}`}
          >
            View
          </LinkButton>
        )}
        {mayEdit && (
          <Button
            id={`platform-${id}`}
            variant="ghost"
            size="sm"
            disabled={!isReady}
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
        {mayEdit && count === 0 && (
          <Button
            variant="ghost"
            size="sm"
            disabled={!isReady}
            pending={busy === 'delete'}
            aria-label={`Delete ${name}`}
            onClick={() =>
              void act('delete', async () => {
                await mutate(api.platforms.remove.mutate({ id }), 'account-updated')
                document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
              })
            }
          >
            Delete
          </Button>
        )}
      </div>
    </div>
  )
}
