import type { RunStatus, RunView } from './collection.ts'
import { RECOMMENDATIONS_LAST_DAY } from './graph-api.ts'
import type { Platform } from './platforms.ts'

/** Permitted storage for a source's data: reviews, only the place's figures, or only its id. */
export type Keeps = 'reviews' | 'numbers' | 'nothing'

interface SourceText {
  platform: Platform
  name: string
  gives: string
  /**
   * Storage that the platform permits without a special agreement. Must be equal to `keeps` of the source in
   * worker/sources.
   */
  rule: Keeps
  /** `rule` as a sentence for the owner. */
  keeps: string
}

export const SOURCE_TEXTS = {
  'google-business-profile': {
    platform: 'google',
    name: 'Your Google Business Profile',
    gives: 'All reviews of your profile. Replies can be posted there, too.',
    rule: 'reviews',
    keeps: 'These are reviews of your own profile, so they are kept here.',
  },
  'google-places': {
    platform: 'google',
    name: "Google's Places service",
    gives: 'The rating, the number of reviews, and up to five that Google picks.',
    rule: 'numbers',
    keeps: 'Google lets us keep the numbers but not the reviews, which are fetched when you look at them.',
  },
  'google-public': {
    platform: 'google',
    name: "Google's public page",
    gives: 'What every visitor to Google Maps can see.',
    rule: 'reviews',
    keeps:
      'What we find is kept here. Google discourages this. Connecting your Business Profile is allowed and complete, and lets you reply.',
  },
  'yelp-fusion': {
    platform: 'yelp',
    name: "Yelp's API",
    gives: 'Excerpts of a few reviews only.',
    rule: 'numbers',
    keeps: 'Yelp lets us keep the numbers but not the excerpts, which are fetched when you look at them.',
  },
  'yelp-public': {
    platform: 'yelp',
    name: "Yelp's public page",
    gives: 'What every visitor to Yelp can see.',
    rule: 'reviews',
    keeps: 'What we find is kept here. Yelp discourages this.',
  },
  facebook: {
    platform: 'facebook',
    name: 'Your Facebook page',
    gives: `All recommendations of your page until ${RECOMMENDATIONS_LAST_DAY}, when Facebook stops giving them to apps. After that only its rating and number of reviews; you add new ones by e-mail, from a file or by pasting them.`,
    rule: 'reviews',
    keeps: 'These are recommendations of your own page, so they are kept here.',
  },
  tripadvisor: {
    platform: 'tripadvisor',
    name: "TripAdvisor's API",
    gives: 'The newest reviews, up to five in each language.',
    rule: 'nothing',
    keeps: 'TripAdvisor lets us keep only the ID of your page; reviews are fetched when you look at them.',
  },
} as const satisfies Record<string, SourceText>
export type SourceTextName = keyof typeof SOURCE_TEXTS

export function keepsText(name: SourceTextName, keeps: Keeps): string {
  const text = SOURCE_TEXTS[name]
  return keeps === text.rule
    ? text.keeps
    : 'The operator of this server has an agreement with the platform, so its reviews are kept here.'
}

export function startedBy({ source, trigger }: Pick<RunView, 'source' | 'trigger'>): string {
  switch (source) {
    case 'file':
      return 'File imported'
    case 'paste':
      return 'Pasted in'
    case 'push':
      return 'Sent by a program'
    case 'mail':
      return 'E-mail forwarded'
    default:
      return trigger === 'schedule' ? 'Scheduled' : 'Started by hand'
  }
}

export const RUN_STATUS_NAMES: Record<RunStatus, string> = {
  queued: 'Next in line',
  running: 'Running',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped',
}
