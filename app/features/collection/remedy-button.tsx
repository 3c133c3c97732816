import type { VariantProps } from 'class-variance-authority'
import { type buttonVariants, LinkButton } from '#app/components/ui/button.tsx'
import type { RemedyAction } from '#worker/rules/remedies.ts'

interface RemedyButtonProps extends Pick<VariantProps<typeof buttonVariants>, 'size'> {
  action: RemedyAction
}

/** The one thing to do about a source. */
export function RemedyButton({ action: { label, to }, size }: RemedyButtonProps) {
  const isPublic = to === '/pricing'
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
