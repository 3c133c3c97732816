import { ANY_TEXT, OTHER_LANGUAGE } from '#worker/rules/review-features.ts'
import { FILTER_DAYS, type FilterChoice, type FilterSubjects, filterChoices } from './filter-choices.ts'
import { FILTER_NAMES, type FilterName, type Filters, viewOf } from './filters.ts'

const TERMS = new Map([
  [ANY_TEXT, 'any'],
  [OTHER_LANGUAGE, 'in other languages'],
])

/** Label and value of a filter without a field. */
function linkText(name: FilterName, value: string): [label: string, value: string] {
  const plain = value.replaceAll('_', ' ')
  switch (name) {
    case 'term': {
      const term = TERMS.get(value)
      return term ? ['Text', term] : ['Words', `“${value}”`]
    }
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
 * field, and the business, which the screen's heading names; none for a view, whose tab is marked.
 */
export function filterTexts(filters: Filters, subjects: FilterSubjects, date: (day: string) => string) {
  if (viewOf(filters)) return []
  const choices: Partial<Record<FilterName, FilterChoice>> = filterChoices(subjects, filters)
  const days: Partial<Record<FilterName, string>> = FILTER_DAYS
  return FILTER_NAMES.filter((name) => name !== 'search' && name !== 'businessId').flatMap((name) => {
    const value = filters[name]
    if (!value) return []
    const [choice, day] = [choices[name], days[name]]
    if (choice) {
      const text = choice.options.find(([known]) => known === value)?.[1] ?? value
      return [{ name, label: choice.label, text }]
    }
    if (day) return [{ name, label: day, text: Number.isNaN(Date.parse(value)) ? value : date(value) }]
    const [label, text] = linkText(name, value)
    return [{ name, label, text }]
  })
}
