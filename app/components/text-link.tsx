import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'
import { useFindViewer, useRootData } from '#app/lib/viewer.ts'
import { canUpgrade } from '#worker/rules/plans.ts'
import { Button, type ButtonProps } from './ui/button.tsx'

export function TextLink({ className, children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={cn('text-primary underline underline-offset-4', className)} {...props}>
      {children}
    </a>
  )
}

/** Support address; null if the operator has none or if nothing could be loaded. */
export function useSupportEmail(): string | null {
  return useRootData()?.supportEmail ?? null
}

export function SupportLink({ email }: { email: string }) {
  return (
    <TextLink href={`mailto:${email}`} className="wrap-anywhere">
      {email}
    </TextLink>
  )
}

/** An external link in a new tab; `nofollow ugc` tells search engines that we don't vouch for it. */
export function OutsideLink({ children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a target="_blank" rel="noopener noreferrer nofollow ugc" {...props}>
      {children}
    </a>
  )
}

/** Path of the page with the plans. Linked with a plain `<a>`, because public pages aren't routed in the client. */
const PLANS = '/pricing'

/** True unless the viewer has the highest plan. */
function useOffersMore(): boolean {
  const viewer = useFindViewer()
  return viewer !== undefined && canUpgrade(viewer.plan)
}

/** Renders nothing on the highest plan. */
export function PlansLink({ children = 'See the plans' }: { children?: ReactNode }) {
  return useOffersMore() && <TextLink href={PLANS}>{children}</TextLink>
}

interface PlansButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  title?: string | undefined
  children?: ReactNode
}

/** Renders nothing on the highest plan. */
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
