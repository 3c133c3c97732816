import { Inbox } from 'lucide'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'

/** A cursor whose page has gone, because reviews were deleted since. A default export, because it is loaded when needed. */
export default function NoMoreReviews({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState
      icon={Inbox}
      title="No more reviews"
      action={
        <LinkButton to={firstPage} variant="outline">
          First page
        </LinkButton>
      }
    >
      You have reached the end of the list.
    </EmptyState>
  )
}
