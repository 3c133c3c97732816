import { connectScreen } from './paths.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'

/** The one thing an owner can do about a source. */
export type Remedy = 'connect' | 'reconnect' | 'add_link' | 'correct_link' | 'import' | 'see_plans' | 'resume'

/** A source from which nothing new comes in: what keeps it, and what its owner can do. */
export interface SourceFault {
  businessId: string
  businessName: string
  platform: Platform
  headline: string
  /** Why it is so and what comes next, in sentences. */
  text: string
  /** Null where it passes by itself. */
  remedy: Remedy | null
  /** Only a limit of the plan keeps new reviews out. */
  isLimit: boolean
}

/** Where a remedy is, and what its button says. */
export interface RemedyAction {
  label: string
  /** Null for the plans. */
  to: string | null
}

/** The button of a remedy; null where nothing helps but time. Worked out by loaders, so that no screen loads the copy. */
export function remedyAction(
  remedy: Remedy | null,
  { platform, businessId }: Pick<SourceFault, 'platform' | 'businessId'>,
): RemedyAction | null {
  const name = PLATFORM_NAMES[platform]
  const editing = `/app/businesses/edit?id=${businessId}`
  switch (remedy) {
    case null:
      return null
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
      return { label: 'See the plans', to: null }
    case 'resume':
      return { label: 'Resume collecting', to: `/app/businesses#business-${businessId}` }
    default:
      return remedy satisfies never
  }
}

/** A fault with the button of its remedy, and a headline for who doesn't see which platform it is about. */
export type ShownFault = Omit<SourceFault, 'remedy'> & { title: string; action: RemedyAction | null }
export function shownFault({ remedy, ...fault }: SourceFault): ShownFault {
  const { platform, headline } = fault
  const name = PLATFORM_NAMES[platform]
  return {
    ...fault,
    // Most headlines begin with the platform's name.
    title: headline.startsWith(name) ? headline : `${name}: ${headline}`,
    action: remedyAction(remedy, fault),
  }
}

/** Said wherever Google's public page came without any review, so that no two screens tell it differently. */
export const EMPTY_PUBLIC_LIST = {
  headline: 'Google showed no reviews',
  text: 'Google hides the reviews of many places from visitors, so this does not mean that there are none. Connect your Business Profile to get all of them.',
} as const

/** Said where a source has more older reviews than the plan keeps; `moreWith` names a plan that keeps more, if there is one. */
export function historyLimitText({ moreWith }: { moreWith: string | null }): string {
  return `Your plan keeps only the newest of the older reviews.${moreWith === null ? '' : ` ${moreWith} keeps more.`}`
}
