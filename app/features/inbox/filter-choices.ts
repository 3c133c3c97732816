import type { BusinessChoice } from '#worker/rules/businesses.ts'
import { type OwnPlatform, PLATFORM_NAMES, PLATFORMS } from '#worker/rules/platforms.ts'
import type { TagMark } from '#worker/rules/tags.ts'
import type { FilterName, Filters } from './filters.ts'

export interface FilterSubjects {
  businesses: readonly BusinessChoice[]
  tags: readonly TagMark[]
  ownPlatforms: readonly OwnPlatform[]
}

export interface FilterChoice {
  label: string
  options: readonly (readonly [value: string, text: string])[]
}

const STARS = ['5', '4', '3', '2', '1']

/** The filters that are chosen from a list. */
export function filterChoices({ businesses, tags, ownPlatforms }: FilterSubjects, { status }: Filters) {
  return {
    businessId: {
      label: 'Business',
      options: [['', 'All'], ...businesses.map(({ id, name }) => [id, name] as const)],
    },
    platform: {
      label: 'Platform',
      options: [
        ['', 'All'],
        ...PLATFORMS.map((platform) => [platform, PLATFORM_NAMES[platform]] as const),
        ...ownPlatforms.map(({ id, name }) => [id, name] as const),
      ],
    },
    status: {
      label: 'Status',
      options: [
        ['', 'All'],
        ['pending', 'Needs an answer'],
        ['responded', 'Answered'],
      ],
    },
    rating: { label: 'Stars', options: [['', 'All'], ...STARS.map((stars) => [stars, stars] as const)] },
    sort: {
      label: 'Order',
      options:
        status === 'pending'
          ? [
              ['', 'Unhappy first'],
              ['newest', 'Newest first'],
              ['oldest', 'Oldest first'],
            ]
          : [
              ['', 'Newest first'],
              ['oldest', 'Oldest first'],
              ['worst', 'Unhappy first'],
            ],
    },
    sentiment: {
      label: 'Sentiment',
      options: [
        ['', 'All'],
        ['positive', 'Positive (4–5 stars)'],
        ['neutral', 'Neutral (3 stars)'],
        ['negative', 'Negative (1–2 stars)'],
      ],
    },
    assigned: {
      label: 'Assigned to',
      options: [
        ['', 'Anyone'],
        ['me', 'Me'],
      ],
    },
    tag: { label: 'Tag', options: [['', 'All'], ...tags.map(({ id, name }) => [id, name] as const)] },
    text: {
      label: 'Text',
      options: [
        ['', 'All'],
        ['with', 'With text'],
        ['without', 'Stars only'],
      ],
    },
    photos: {
      label: 'Photos',
      options: [
        ['', 'All'],
        ['with', 'With photos'],
      ],
    },
    reply: {
      label: 'Your reply',
      options: [
        ['', 'All'],
        ['visible', 'Visible to guests'],
        ['unposted', 'Saved, not posted'],
        ['hidden', 'Only saved: guests see none'],
      ],
    },
    changes: {
      label: 'Changes',
      options: [
        ['', 'All'],
        ['edited', 'Edited'],
        ['edited_or_removed', 'Edited or removed'],
      ],
    },
    visibility: {
      label: 'On the platform',
      options: [
        ['', 'All'],
        ['public', 'Shown now'],
        ['removed', 'No longer shown'],
      ],
    },
  } satisfies Partial<Record<FilterName, FilterChoice>>
}

export const FILTER_DAYS = {
  from: 'Posted from',
  to: 'Posted until',
  seenFrom: 'First seen from',
  seenTo: 'First seen until',
} as const satisfies Partial<Record<FilterName, string>>

/** Filters behind 'More filters'. */
export const FURTHER_FILTERS = [
  'from',
  'to',
  'sentiment',
  'assigned',
  'tag',
  'text',
  'photos',
  'reply',
  'changes',
  'visibility',
  'seenFrom',
  'seenTo',
] as const satisfies readonly FilterName[]

const FORM_FILTERS = ['businessId', 'platform', 'status', 'rating', 'sort', ...FURTHER_FILTERS] as const
export type FormFilter = (typeof FORM_FILTERS)[number]

/**
 * Filters that the form has fields for, in its order. Others are set by views and by links of other screens.
 *
 * @param isTeam true if there is somebody to assign reviews to
 */
export function formFilters(
  { businesses, tags }: Pick<FilterSubjects, 'businesses' | 'tags'>,
  isTeam: boolean,
): FormFilter[] {
  return FORM_FILTERS.filter((name) => {
    if (name === 'businessId') return businesses.length > 1
    if (name === 'assigned') return isTeam
    if (name === 'tag') return tags.length > 0
    return true
  })
}
