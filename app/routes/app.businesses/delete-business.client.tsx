import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#app/components/ui/alert-dialog.tsx'
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
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete {name}?</AlertDialogTitle>
          <AlertDialogDescription>
            This deletes the business, {reviews}the replies written here and its statistics. It can't be
            undone. Your listings on Google and Yelp stay as they are.
            {isActive && ' To stop collecting and keep everything, switch it to paused instead.'}
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep it</AlertDialogCancel>
          <AlertDialogAction onClick={onDelete}>Delete for good</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
