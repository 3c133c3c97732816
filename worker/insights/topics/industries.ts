import { type KindOf, readKindOf } from '../../businesses/place-kinds.ts'
import type { Industry } from '../../rules/kind-answers.ts'
import type { Topic } from '../../rules/review-features.ts'

export const PACKS: Record<Industry, readonly Topic[]> = {
  restaurant: [
    'food',
    'drinks',
    'menu',
    'staff',
    'service',
    'waiting',
    'price',
    'atmosphere',
    'premises',
    'cleanliness',
    'order',
    'safety',
  ],
  hotel: [
    'room',
    'sleep',
    'breakfast',
    'facilities',
    'check_in',
    'staff',
    'service',
    'price',
    'cleanliness',
    'location',
    'parking',
    'booking',
  ],
  retail: [
    'selection',
    'quality',
    'price',
    'staff',
    'service',
    'waiting',
    'returns',
    'delivery',
    'cleanliness',
    'parking',
    'location',
  ],
  clinic: [
    'treatment',
    'staff',
    'waiting',
    'booking',
    'communication',
    'price',
    'cleanliness',
    'premises',
    'parking',
    'honesty',
  ],
  home_services: [
    'workmanship',
    'punctuality',
    'communication',
    'staff',
    'price',
    'honesty',
    'cleanliness',
    'booking',
    'service',
  ],
  automotive: [
    'workmanship',
    'honesty',
    'price',
    'staff',
    'waiting',
    'communication',
    'booking',
    'service',
    'selection',
    'premises',
  ],
  salon: [
    'styling',
    'staff',
    'price',
    'booking',
    'waiting',
    'atmosphere',
    'cleanliness',
    'communication',
    'service',
    'parking',
  ],
  generic: [
    'staff',
    'service',
    'quality',
    'price',
    'waiting',
    'cleanliness',
    'location',
    'parking',
    'booking',
    'communication',
    'atmosphere',
    'delivery',
  ],
}

/**
 * The industry of a business, from its category or its owner's answer, or else from its name; `generic` if it can't be
 * determined.
 */
export type IndustryOf = (business: Parameters<KindOf>[0]) => Industry

/** @throws DomainError `unavailable` */
export async function readIndustryOf(ctx: Parameters<typeof readKindOf>[0]): Promise<IndustryOf> {
  const kindOf = await readKindOf(ctx)
  return (business) => kindOf(business) ?? 'generic'
}
