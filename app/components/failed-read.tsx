import { useLocation, useNavigation } from '@remix-run/react'
import { CircleAlert } from 'lucide'
import { LinkButton } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'

export function FailedRead({ title }: { title: string }) {
  const { pathname, search } = useLocation()
  const isLoading = useNavigation().state === 'loading'
  return (
    <EmptyState
      icon={CircleAlert}
      title={title}
      action={
        <LinkButton variant="outline" to={pathname + search} replace preventScrollReset aria-busy={isLoading}>
          Retry
        </LinkButton>
      }
    >
      Nothing is lost. Please try again in a moment.
    </EmptyState>
  )
}
