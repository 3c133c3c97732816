import { ConfirmAction } from '#app/components/ui/confirm-action.client.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { BusinessOverview } from '#worker/rules/views.ts'

export interface DeleteBusinessProps {
  business: Pick<BusinessOverview, 'name' | 'reviewCount' | 'isActive'>
  onClose: () => void
  onDelete: () => void
}

/** Asks before a business goes. A default export, because it is loaded when first used. */
export default function DeleteBusiness({ business, onClose, onDelete }: DeleteBusinessProps) {
  const format = useFormat()
  const { name, reviewCount, isActive } = business
  const reviews = reviewCount > 0 ? `its ${format.number(reviewCount)} collected reviews, ` : ''
  return (
    <ConfirmAction
      title={`Delete ${name}?`}
      text={
        <>
          This deletes the business, {reviews}the replies written here and its statistics. It can't be undone.
          Your listings on Google and Yelp stay as they are.
          {isActive && ' To stop collecting and keep everything, switch it to paused instead.'}
        </>
      }
      action="Delete for good"
      isDestructive
      onAction={onDelete}
      onClose={onClose}
    />
  )
}
