import { Inbox } from 'lucide'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'

/** Shown if the cursor's page is gone because reviews were deleted. */
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
