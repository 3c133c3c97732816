import type { BusinessChoice } from '#worker/rules/businesses.ts'
import { type OwnPlatform, PLATFORM_NAMES, PLATFORMS } from '#worker/rules/platforms.ts'
import { ANY_TEXT, OTHER_LANGUAGE } from '#worker/rules/review-features.ts'
import type { TagMark } from '#worker/rules/tags.ts'
import { FILTER_NAMES, type FilterName, type Filters } from './filters.ts'

export interface FilterSubjects {
  businesses: readonly BusinessChoice[]
  tags: readonly TagMark[]
  ownPlatforms: readonly OwnPlatform[]
}

interface FilterChoice {
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

/** Filters that links of other screens set; the form has no fields for them. */
export const FILTERS_OF_LINKS = [
  'ids',
  'topic',
  'opinion',
  'term',
  'mismatch',
] as const satisfies readonly FilterName[]

const TERMS: Record<string, string> = { [ANY_TEXT]: 'any', [OTHER_LANGUAGE]: 'in other languages' }

/** Label and value of a filter without a field. */
function linkText(name: FilterName, value: string): [label: string, value: string] {
  const plain = value.replaceAll('_', ' ')
  switch (name) {
    case 'ids':
      return ['Chosen reviews', String(value.split(',').length)]
    case 'term':
      return TERMS[value] ? ['Text', TERMS[value]] : ['Words', `“${value}”`]
    case 'mismatch':
      return ['Stars and text', plain]
    case 'due':
      return ['Reply', plain]
    case 'suggestion':
      return ['Suggested reply', 'To approve']
    default:
      return [name.charAt(0).toUpperCase() + name.slice(1), plain]
  }
}

/**
 * The filters in use, as text for readers who don't see the form's fields. Without the search, which has its own
 * field, and the business, which the screen's heading names.
 */
export function filterTexts(filters: Filters, subjects: FilterSubjects, date: (day: string) => string) {
  const choices: Partial<Record<FilterName, FilterChoice>> = filterChoices(subjects, filters)
  const days: Partial<Record<FilterName, string>> = FILTER_DAYS
  return FILTER_NAMES.filter((name) => name !== 'search' && name !== 'businessId').flatMap((name) => {
    const value = filters[name]
    if (!value) return []
    const [choice, day] = [choices[name], days[name]]
    const [label, text] = choice
      ? [choice.label, choice.options.find(([known]) => known === value)?.[1] ?? value]
      : day
        ? [day, Number.isNaN(Date.parse(value)) ? value : date(value)]
        : linkText(name, value)
    return [{ name, label, text }]
  })
}
