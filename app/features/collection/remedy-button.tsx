import type { VariantProps } from 'class-variance-authority'
import { PlansButton } from '#app/components/text-link.tsx'
import { type buttonVariants, LinkButton } from '#app/components/ui/button.tsx'
import { useMay } from '#app/lib/viewer.ts'
import type { RemedyAction } from '#worker/rules/remedies.ts'

interface RemedyButtonProps extends Pick<VariantProps<typeof buttonVariants>, 'size'> {
  action: RemedyAction
}

/** Button that fixes a source. Only shown to viewers who may do so; everybody can open the plans. */
export function RemedyButton({ action: { label, to }, size }: RemedyButtonProps) {
  const mayChange = useMay('businesses.update')
  if (to === null) {
    return (
      <PlansButton variant="outline" size={size} className="justify-self-start">
        {label}
      </PlansButton>
    )
  }
  if (!mayChange) return null
  return (
    <LinkButton to={to} size={size} className="justify-self-start">
      {label}
    </LinkButton>
  )
}
