import { LockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { HealthWords } from '#worker/rules/source-health.ts'
import { RemedyButton } from './remedy-button.tsx'

const BADGES: Record<HealthWords['tone'], BadgeProps['variant']> = {
  good: 'positive',
  quiet: 'outline',
  warning: 'neutral',
  bad: 'negative',
}

export interface CardFrameProps {
  platform: Platform
  isLocked: boolean
  words: HealthWords
  businessId: string
  /** Whether the viewer's role may change links and connections. */
  mayChange: boolean
  children?: ReactNode
}

/** A platform with how it stands, in words, and what to do about it. */
export function CardFrame({ platform, isLocked, words, businessId, mayChange, children }: CardFrameProps) {
  const { tone, headline, text, remedy } = words
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
