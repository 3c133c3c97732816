import type { ReactNode } from 'react'
import { useFindViewer } from '#app/lib/viewer.ts'
import { canUpgrade } from '#worker/rules/plans.ts'
import { TextLink } from './text-link.tsx'
import { Button, type ButtonProps } from './ui/button.tsx'

/** Public pages aren't routed in the client. */
const PLANS = '/pricing'

/** True unless the viewer has the highest plan. */
function useOffersMore(): boolean {
  const viewer = useFindViewer()
  return viewer !== undefined && canUpgrade(viewer.plan)
}

/** An inline link to the plans; nothing on the highest plan. */
export function PlansLink({ children = 'See the plans' }: { children?: ReactNode }) {
  return useOffersMore() && <TextLink href={PLANS}>{children}</TextLink>
}

interface PlansButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  title?: string | undefined
  children?: ReactNode
}

/** A button to the plans; nothing on the highest plan. */
export function PlansButton({ title, children = 'See the plans', ...look }: PlansButtonProps) {
  return (
    useOffersMore() && (
      <Button asChild {...look}>
        <a href={PLANS} title={title}>
          {children}
        </a>
      </Button>
    )
  )
}
