import { Link } from '@remix-run/react'
import { Button } from '#app/components/ui/button.tsx'
import { connectScreen } from '#worker/rules/connect-address.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { Remedy } from '#worker/rules/source-health.ts'

export interface RemedyButtonProps {
  remedy: Remedy
  platform: Platform
  businessId: string
}

/** The one thing to do about a source. */
export function RemedyButton({ remedy, platform, businessId }: RemedyButtonProps) {
  const { label, to } = actionOf({ remedy, platform, businessId })
  return (
    <Button asChild variant={remedy === 'see_plans' ? 'outline' : 'default'} className="justify-self-start">
      {/* The public pages are no part of the router's. */}
      {to === '/pricing' ? <a href={to}>{label}</a> : <Link to={to}>{label}</Link>}
    </Button>
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
