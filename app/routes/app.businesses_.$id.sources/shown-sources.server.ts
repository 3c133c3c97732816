import { remedyAction } from '#worker/rules/remedies.ts'
import {
  healthStatus,
  historyText,
  type PlatformHealth,
  type SourcesView,
} from '#worker/rules/source-health.ts'

/** Sentences are chosen on the server, so that browsers don't load all of them. */
export function shownSources({ platforms, ...view }: SourcesView) {
  return { ...view, platforms: platforms.map((entry) => shownPlatform(entry, view.business)) }
}

function shownPlatform(entry: PlatformHealth, business: SourcesView['business']) {
  const { platform, unlockedBy, source } = entry
  const { remedy, ...health } = healthStatus(entry, business)
  return {
    platform,
    isLocked: unlockedBy !== null,
    health,
    action: remedyAction(remedy, { platform, businessId: business.id }),
    source: source && { ...source, history: historyText(source) },
  }
}

export type ShownPlatform = ReturnType<typeof shownPlatform>
export type ShownSource = NonNullable<ShownPlatform['source']>
