import type { Industry } from '../../rules/kind-answers.ts'
import { kindOf } from '../../rules/place-kinds.ts'

/** The kind of business by what is known of it; generic where that says nothing, until its owner has answered. */
export function industryOf(business: { name: string; industry: string | null }): Industry {
  return kindOf(business) ?? 'generic'
}
