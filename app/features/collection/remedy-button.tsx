import type { VariantProps } from 'class-variance-authority'
import { type buttonVariants, LinkButton } from '#app/components/ui/button.tsx'
import { connectScreen } from '#worker/rules/paths.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { Remedy } from '#worker/rules/remedies.ts'

interface RemedyButtonProps extends Pick<VariantProps<typeof buttonVariants>, 'size'> {
  platform: Platform
  businessId: string
  remedy: Remedy
}

/** The one thing to do about a source. */
export function RemedyButton({ size, ...props }: RemedyButtonProps) {
  const { label, to } = actionOf(props)
  const isPublic = props.remedy === 'see_plans'
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

function actionOf({ remedy, platform, businessId }: RemedyButtonProps): { label: string; to: string } {
  const name = PLATFORM_NAMES[platform]
  const editing = `/app/businesses/edit?id=${businessId}`
  switch (remedy) {
    case 'connect':
      return {
        label: platform === 'google' ? 'Connect your Business Profile' : `Connect ${name}`,
        to: connectScreen(businessId),
      }
    case 'reconnect':
      return { label: `Connect ${name} again`, to: connectScreen(businessId) }
    case 'add_link':
      return { label: `Add the ${name} link`, to: editing }
    case 'correct_link':
      return { label: `Correct the ${name} link`, to: editing }
    case 'import':
      return { label: 'Add reviews another way', to: `/app/businesses/${businessId}/import` }
    case 'see_plans':
      return { label: 'See the plans', to: '/pricing' }
    case 'switch_on':
      return { label: 'Switch it on', to: `/app/businesses#business-${businessId}` }
    default:
      return remedy satisfies never
  }
}
