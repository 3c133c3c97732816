import { cn } from '#app/lib/cn.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'

export interface PlatformMarkProps {
  platform: Platform
  /** Shows the letter only; the name stays for screen readers and on hover. */
  compact?: boolean
  className?: string
}

/** The platform's letter in its colour and its name. The letter is drawn by CSS: one element a mark. */
export function PlatformMark({ platform, compact = false, className }: PlatformMarkProps) {
  const name = PLATFORM_NAMES[platform]
  return (
    <span
      data-platform={platform}
      title={compact ? name : undefined}
      className={cn('platform-mark', compact && 'platform-mark-compact', className)}
    >
      {name}
    </span>
  )
}
