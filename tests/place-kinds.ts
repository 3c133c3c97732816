import { CATEGORIES } from '#worker/businesses/categories.ts'
import { kindOfAmong } from '#worker/businesses/place-kinds.ts'
import type { IndustryOf } from '#worker/insights/topics/industries.ts'

/** The rule that the worker builds from its file of categories. */
export const kindOf = kindOfAmong(CATEGORIES)

export const industryOf: IndustryOf = (business) => kindOf(business) ?? 'generic'
