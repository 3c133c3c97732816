import { Link } from '@remix-run/react'
import { LockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { connectScreen } from '#worker/rules/paths.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { HealthStatus, Remedy } from '#worker/rules/source-health.ts'

const BADGES: Record<HealthStatus['tone'], BadgeProps['variant']> = {
  good: 'positive',
  quiet: 'outline',
  warning: 'neutral',
  bad: 'negative',
}

export interface CardFrameProps {
  platform: Platform
  isLocked: boolean
  health: HealthStatus
  businessId: string
  /** Whether the viewer's role may change links and connections. */
  mayChange: boolean
  children?: ReactNode
}

/** A platform with its state and what to do about it. */
export function CardFrame({ platform, isLocked, health, businessId, mayChange, children }: CardFrameProps) {
  const { tone, headline, text, remedy } = health
  return (
    <Card aria-label={PLATFORM_NAMES[platform]} role="region" className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">
          <PlatformMark platform={platform} />
        </h2>
        <Badge variant={BADGES[tone]}>
          {isLocked && <LockIcon aria-label="Locked" />}
          {headline}
        </Badge>
      </div>
      {text && <p className="text-sm">{text}</p>}
      {remedy && (mayChange || remedy === 'see_plans') && (
        <RemedyButton remedy={remedy} platform={platform} businessId={businessId} />
      )}
      {children}
    </Card>
  )
}

interface RemedyButtonProps {
  remedy: Remedy
  platform: Platform
  businessId: string
}

/** The one thing to do about a source. */
function RemedyButton({ remedy, platform, businessId }: RemedyButtonProps) {
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

/** A line of a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
