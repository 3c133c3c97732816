import type { VariantProps } from 'class-variance-authority'
import { type buttonVariants, LinkButton } from '#app/components/ui/button.tsx'
import { useMay } from '#app/lib/viewer.ts'
import type { RemedyAction } from '#worker/rules/remedies.ts'

interface RemedyButtonProps extends Pick<VariantProps<typeof buttonVariants>, 'size'> {
  action: RemedyAction
}

/** The one thing to do about a source, for whoever may do it; the plans are open to everybody. */
export function RemedyButton({ action: { label, to }, size }: RemedyButtonProps) {
  const mayChange = useMay('businesses.update')
  const isPublic = to === '/pricing'
  if (!isPublic && !mayChange) return null
  return (
    <LinkButton
      to={to}
      // The public pages are no part of the router's.
      reloadDocument={isPublic}
      variant={isPublic ? 'outline' : 'default'}
      size={size}
      className="justify-self-start"
    >
      {label}
    </LinkButton>
  )
}
