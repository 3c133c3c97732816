import { CLINIC } from '../../rules/health-care.ts'
import type { Industry } from './industries.ts'

/** What owners write into the field, by the beginnings of its words; the first that fits counts. */
const WORDS: readonly [Industry, RegExp][] = [
  ['hotel', /\b(hotel|hostel|motel|inn\b|bed and breakfast|b&b|resort|guest ?house|lodg|pension)/],
  [
    'restaurant',
    /\b(restaurant|caf|coffee|bars?\b|barbecue|bbq|pubs?\b|pizz|bistro|diner|food|bakery|baker|brew|grill|kitchen|cater|takeaway|ice cream|trattoria|tavern)/,
  ],
  [
    'restaurant',
    /\b(noodle|ramen|sushi|izakaya|dim sum|dumpling|hot ?pot|burger|steak|taco|burrito|tapas|kebab|falafel|curry|sandwich|bagels?\b|deli\b|delis\b|delicatessen|brunch|breakfast|buffet|chicken wings|chicken shop|seafood|oyster|fish (?:and|&) chips|vegan|vegetarian|salads?\b|soups?\b|creper|crêper|gelat|frozen yogurt|donut|doughnut|dessert|patisserie|pâtisserie|juice|smoothie|bubble tea|tea ?(?:room|house)|wine bar|winery|osteria|brasserie|taverna|cantina|eatery|gastro)/,
  ],
  ['clinic', CLINIC],
  ['automotive', /\b(auto|cars?\b|car ?wash|garage|tyre|tire|mechanic|vehicle|motor|dealership)/],
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

/** Cuisines, as platforms name them: alone in the field they mean a restaurant, in a name a shop may be of that country. */
const CUISINES = new Set(
  (
    'african american argentinian asian australian austrian belgian brazilian british cajun cantonese caribbean chinese colombian creole ' +
    'cuban ethiopian european filipino french fusion georgian german greek halal hawaiian hungarian indian indonesian irish israeli ' +
    'italian japanese korean kosher latin lebanese malaysian mediterranean mexican mongolian moroccan nepalese nordic pakistani persian ' +
    'peruvian polish portuguese russian scandinavian sicilian spanish szechuan taiwanese thai tibetan turkish tuscan ukrainian ' +
    'venezuelan vietnamese'
  ).split(' '),
)
const BESIDE_CUISINES = new Set('and cuisine eastern middle modern new north south traditional'.split(' '))

function isCuisine(text: string): boolean {
  const words = text.split(/\W+/).filter(Boolean)
  return (
    words.some((word) => CUISINES.has(word)) &&
    words.every((word) => CUISINES.has(word) || BESIDE_CUISINES.has(word))
  )
}

/**
 * The kind of business that an owner's own words mean, or else its name, as with one that was added by a link; generic where both
 * say nothing.
 */
export function industryOf({ name, industry }: { name: string; industry: string | null }): Industry {
  const stated = (industry ?? '').toLowerCase().trim()
  if (isCuisine(stated)) return 'restaurant'
  return kindIn(stated) ?? kindIn(name.toLowerCase()) ?? 'generic'
}

function kindIn(text: string): Industry | undefined {
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0]
}
