import { healthWords, type PlatformHealth, type SourcesView } from '#worker/rules/source-health.ts'
import { CardFrame } from './card-frame.tsx'
import { SourceCard } from './source-card.tsx'

export interface PlatformCardProps {
  entry: PlatformHealth
  business: SourcesView['business']
  /** Whether the viewer's role may start and stop collecting. */
  mayCollect: boolean
  /** Whether the viewer's role may change links and connections. */
  mayChange: boolean
}

/** One platform of a business: how it stands, why, and the one thing to do about it. */
export function PlatformCard({ entry, business, mayCollect, mayChange }: PlatformCardProps) {
  const { platform, unlockedBy, source } = entry
  const frame = {
    platform,
    isLocked: unlockedBy !== null,
    words: healthWords(entry, business),
    businessId: business.id,
    mayChange,
  }
  if (!source) return <CardFrame {...frame} />
  const isCollected = unlockedBy === null && business.isActive && !business.aboveLimit
  return <SourceCard {...frame} source={source} mayCollect={mayCollect && isCollected} />
}
