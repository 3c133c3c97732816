import ConfirmAction from '#app/components/ui/confirm-action.client.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { DELETED_KEPT_DAYS } from '#worker/rules/businesses.ts'
import type { ListedBusiness } from './business-filters.tsx'
import { bringBack } from './deleted-businesses.tsx'

interface DeleteBusinessProps {
  business: ListedBusiness
  onClose: () => void
}

/** Rendered only while open. */
export default function DeleteBusiness({ business, onClose }: DeleteBusinessProps) {
  const format = useFormat()
  const { name, reviewCount, isActive, isSample } = business
  const collected = reviewCount > 0 ? `its ${format.number(reviewCount)} collected reviews, ` : ''
  return (
    <ConfirmAction
      title={`Delete ${name}?`}
      text={
        <>
          This deletes the business, {collected}the replies written here and its statistics.{' '}
          {!isSample && `You can bring it back for ${DELETED_KEPT_DAYS} days. `}
          Your listings on Google and Yelp stay as they are.
          {isActive && ' To stop collecting and keep everything, pause it instead.'}
        </>
      }
      action="Delete"
      isDestructive
      onAction={() => void remove(business)}
      onClose={onClose}
    />
  )
}

async function remove({ id, name, isSample }: ListedBusiness): Promise<void> {
  const removed = await mutateOrToast(
    api.businesses.remove.mutate({ id }).then(() => true),
    'business-updated',
    `${name} is still here`,
  )
  if (!removed) return
  const undo = { label: 'Undo', onPress: () => void bringBack({ id, name }) }
  toast.success(
    isSample
      ? `${name} is deleted.`
      : `You can bring it back for ${DELETED_KEPT_DAYS} days, below your businesses.`,
    { title: `${name} is deleted`, ...(!isSample && { action: undo }) },
  )
}
