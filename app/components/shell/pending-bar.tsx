import { useNavigation } from '@remix-run/react'

/** A thin line at the top while the next screen loads; only when that takes long enough to be noticed. */
export function PendingBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="pending-bar fixed inset-x-0 top-0 z-60 h-0.5 bg-primary"
    />
  )
}
