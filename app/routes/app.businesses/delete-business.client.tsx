import ConfirmAction from '#app/components/ui/confirm-action.client.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { setBeingDeleted } from '#app/features/businesses/pending-deletions.ts'
import { api } from '#app/lib/api.ts'
import { untilServerIsThere } from '#app/lib/connection.ts'
import { onWindow } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import type { ListedBusiness } from './listed-business.ts'

/** How long a deletion waits for second thoughts. */
const UNDO_MS = 8_000

interface DeleteBusinessProps {
  business: ListedBusiness
  onClose: () => void
}

/** Asks before a business is deleted. It is open from the start. */
export default function DeleteBusiness({ business, onClose }: DeleteBusinessProps) {
  const format = useFormat()
  const { name, reviewCount, isActive } = business
  const collected = reviewCount > 0 ? `its ${format.number(reviewCount)} collected reviews, ` : ''
  return (
    <ConfirmAction
      title={`Delete ${name}?`}
      text={
        <>
          This deletes the business, {collected}the replies written here and its statistics. You have a few
          seconds to undo it. Your listings on Google and Yelp stay as they are.
          {isActive && ' To stop collecting and keep everything, pause it instead.'}
        </>
      }
      action="Delete"
      isDestructive
      onAction={() => deleteWithUndo(business)}
      onClose={onClose}
    />
  )
}

/** Takes a business off the screen at once and deletes it a few seconds later, unless that is undone. */
function deleteWithUndo({ id, name }: ListedBusiness): void {
  let removal: Promise<void> | undefined
  const remove = () => {
    removal ??= removeNow()
    return removal
  }
  setBeingDeleted(id, remove)
  const timer = setTimeout(() => void removeOnceThere(), UNDO_MS)
  // Whoever leaves the page doesn't want it back. The request goes on without the page.
  const stopWatching = onWindow(['pagehide'], () => void remove())
  const message = toast.info(`${name} and its reviews are deleted in ${UNDO_MS / 1_000} seconds.`, {
    title: 'Deleting',
    duration: UNDO_MS,
    action: {
      label: 'Undo',
      onPress() {
        settle()
        setBeingDeleted(id, null)
        toast.success(`${name} stays.`)
      },
    },
  })

  function settle() {
    clearTimeout(timer)
    stopWatching()
  }

  /** Without a connection the deletion waits for it. */
  async function removeOnceThere() {
    toast.dismiss(message)
    let waiting = ''
    await untilServerIsThere(() => {
      waiting = toast.warning(`${name} is deleted as soon as it is back.`, {
        title: 'No connection',
        duration: 0,
      })
    })
    toast.dismiss(waiting)
    await remove()
  }

  async function removeNow() {
    settle()
    toast.dismiss(message)
    const removed = await mutateOrToast(
      api.businesses.remove.mutate({ id }),
      'business-updated',
      `${name} is still here`,
    )
    if (removed === null) setBeingDeleted(id, null)
    else toast.success(`${name} and its reviews are deleted.`)
  }
}
