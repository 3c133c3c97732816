import { buildFile } from '../platform/build-file.ts'
import { CLINIC } from '../rules/health-care.ts'
import { INDUSTRIES, type Industry } from '../rules/kind-answers.ts'

export const CATEGORIES_FILE = '/categories.json'

/** Lists of categories by industry, separated by commas. */
export type Categories = Readonly<Record<Industry, string>>

interface Described {
  name: string
  industry: string | null
}

/**
 * The industry of a business, from its category or its owner's answer, or else from its name. A business added by a
 * link may have only a name. Undefined if the industry can't be determined; the owner is asked then.
 */
export type KindOf = (business: Described) => Industry | undefined

/** @throws DomainError `unavailable` */
export const readKindOf = buildFile(CATEGORIES_FILE, async (file) =>
  kindOfAmong((await file.json()) as Categories),
)

export function kindOfAmong(categories: Categories): KindOf {
  const listed = new Map(
    INDUSTRIES.flatMap((industry) =>
      categories[industry].split(/,\s+/).map((name) => [plain(name), industry] as const),
    ),
  )
  return ({ name, industry }) => {
    const stated = (industry ?? '').toLowerCase().trim()
    if (stated === '') return kindIn(name.toLowerCase())
    const parts = [stated, ...stated.split(/\s*[,;·|/]\s*/)]
    for (const part of parts) {
      const kind = listed.get(plain(part))
      if (kind) return kind
    }
    if (parts.some(isCuisine)) return 'restaurant'
    return kindIn(stated) ?? kindIn(name.toLowerCase())
  }
}

/** Limit of an industry typed by an owner. */
const MAX_CATEGORY_CHARS = 120

/** Null if the category is blank. */
export function industryOf(category: string): string | null {
  return category.trim().slice(0, MAX_CATEGORY_CHARS) || null
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()
}

/** Industries by word beginnings in names and in categories that owners type; the first match wins. */
const BEGINNINGS: readonly [Industry, RegExp][] = [
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

/**
 * Cuisines, as platforms name them. A category that is only a cuisine means a restaurant. A name doesn't, because shops
 * are named after countries too.
 */
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
  const parts = text.split(/\W+/).filter(Boolean)
  return (
    parts.some((word) => CUISINES.has(word)) &&
    parts.every((word) => CUISINES.has(word) || BESIDE_CUISINES.has(word))
  )
}

function kindIn(text: string): Industry | undefined {
  return BEGINNINGS.find(([, pattern]) => pattern.test(text))?.[0]
}
