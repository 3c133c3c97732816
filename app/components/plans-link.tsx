import type { ReactNode } from 'react'
import { useFindViewer } from '#app/lib/viewer.ts'
import { canUpgrade } from '#worker/rules/plans.ts'
import { TextLink } from './text-link.tsx'
import { Button, type ButtonProps } from './ui/button.tsx'

/** The one address of all that leads to a larger plan. The public pages are no part of the router's. */
const PLANS = '/pricing'

/** Where a larger plan exists. On the highest one nothing offers more. */
function useOffersMore(): boolean {
  const viewer = useFindViewer()
  return viewer !== undefined && canUpgrade(viewer.plan)
}

/** Leads from a sentence to the plans; nothing on the highest one. */
export function PlansLink({ children = 'See the plans' }: { children?: ReactNode }) {
  return useOffersMore() && <TextLink href={PLANS}>{children}</TextLink>
}

interface PlansButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  title?: string | undefined
  children?: ReactNode
}

/** Leads to the plans; nothing on the highest one. */
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
