import type { Industry } from './industries.ts'

/** What owners and platforms call their trade, by the kind of business with topics of its own. The first that fits counts. */
const TRADES: readonly (readonly [Industry, RegExp])[] = [
  [
    'restaurant',
    /restaurant|caf[eé]|coffee|\bbar\b|\bpub\b|bistro|pizz|bakery|brasserie|diner|food|grill|eatery|tavern|gelat|ice cream|cater/,
  ],
  [
    'hotel',
    /hotel|hostel|\binn\b|motel|lodging|resort|guest ?house|bed (?:and|&) breakfast|b&b|accommodation/,
  ],
  ['salon', /salon|hair|barber|beauty|nail|\bspa\b|massage|cosmetic|tattoo/],
  [
    'clinic',
    /clinic|dent|doctor|medic|physio|health|hospital|therap|veterinar|optic|pharmac|surgery|practice/,
  ],
  ['automotive', /\bauto|\bcar\b|garage|mechanic|tyre|tire|vehicle|motor|dealership/],
  [
    'home_services',
    /plumb|electric|clean|roof|paint|landscap|garden|hvac|heating|handyman|construct|renovat|moving|locksmith|pest/,
  ],
  ['retail', /retail|shop|store|boutique|market|furniture|florist|jewel|cloth|book/],
]

/** The topics a business has, by what its owner typed as its industry; the general ones where that says nothing we know. */
export function industryOf(typed: string | null): Industry {
  const trade = typed?.toLowerCase() ?? ''
  return TRADES.find(([, pattern]) => pattern.test(trade))?.[0] ?? 'generic'
}
