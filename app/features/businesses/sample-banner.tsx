import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'

export function SampleBanner({ sampleId }: { sampleId: string }) {
  return (
    <Card className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 border-primary px-5 py-4">
      <p className="min-w-0 flex-1 basis-60 text-sm">
        <span className="font-medium">These are sample reviews, not yours.</span> They’ll disappear when you
        add your business.
      </p>
      <LinkButton to="/app/businesses/new" size="sm">
        Add your business
      </LinkButton>
      <RemoveSamples sampleId={sampleId} />
    </Card>
  )
}

/** Asks for no confirmation, because sample reviews are no loss. */
export function RemoveSamples({ sampleId }: { sampleId: string }) {
  const { busy, act } = useAction()
  async function remove() {
    await mutate(api.businesses.remove.mutate({ id: sampleId }), 'business-updated')
    toast.success('The sample reviews have been removed.')
  }
  return (
    <Button
      variant="outline"
      size="sm"
      pending={busy !== null}
      onClick={() => act('remove', remove, 'The sample reviews are still here')}
    >
      Remove sample reviews
    </Button>
  )
}
