import { CATEGORIES } from '#worker/businesses/categories.ts'
import { kindOfAmong } from '#worker/businesses/place-kinds.ts'
import type { IndustryOf } from '#worker/insights/topics/industries.ts'

/** As the worker reads it from its file. */
export const kindOf = kindOfAmong(CATEGORIES)

export const industryOf: IndustryOf = (business) => kindOf(business) ?? 'generic'
