import type { Industry } from './industries.ts'

/** What owners write into the field, by the beginnings of its words; the first that fits counts. */
const WORDS: readonly [Industry, RegExp][] = [
  ['hotel', /\b(hotel|hostel|motel|inn|bed and breakfast|b&b|resort|guest ?house|lodg|pension)/],
  [
    'restaurant',
    /\b(restaurant|caf|coffee|bar|pub|pizz|bistro|diner|food|bakery|baker|brew|grill|kitchen|cater|takeaway|ice cream|trattoria|tavern)/,
  ],
  [
    'clinic',
    /\b(clinic|doctor|dent|medic|health|physio|chiro|hospital|vet|optic|optom|pharma|therap|practice)/,
  ],
  ['automotive', /\b(auto|car|garage|tyre|tire|mechanic|vehicle|motor|dealership)/],
  ['salon', /\b(salon|hair|barber|beauty|nail|spa|cosmet|tattoo|massage)/],
  [
    'home_services',
    /\b(plumb|electric|roof|clean|landscap|garden|hvac|heating|build|construct|contract|renovat|paint|carpent|handyman|pest|mov(ing|er)|locksmith|home service)/,
  ],
  [
    'retail',
    /\b(retail|shop|store|boutique|florist|book|furniture|market|cloth|fashion|jewel|hardware|grocer)/,
  ],
]

/** The kind of business that an owner's own words mean; generic where they say nothing. */
export function industryOf(words: string | null): Industry {
  const text = (words ?? '').toLowerCase()
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'generic'
}
