import { connectScreen } from './paths.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'

export type Remedy = 'connect' | 'reconnect' | 'add_link' | 'correct_link' | 'import' | 'see_plans' | 'resume'

export interface SourceFault {
  businessId: string
  businessName: string
  platform: Platform
  headline: string
  text: string
  /** Null if the fault resolves by itself. */
  remedy: Remedy | null
  /** True if the only reason is a limit of the plan. */
  isLimit: boolean
}

export interface RemedyAction {
  label: string
  /** Null for the plans dialog. */
  to: string | null
}

/** Computed in loaders, so that screens don't have to load the texts. */
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

export const EMPTY_PUBLIC_LIST = {
  headline: 'Google showed no reviews',
  text: 'Google hides the reviews of many places from visitors, so this does not mean that there are none. Connect your Business Profile to get all of them.',
} as const

/** `moreWith` names a plan that stores more older reviews; null if there is none. */
export function historyLimitText({ moreWith }: { moreWith: string | null }): string {
  return `Your plan keeps only the newest of the older reviews.${moreWith === null ? '' : ` ${moreWith} keeps more.`}`
}
