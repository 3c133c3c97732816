import { groupsOf, likeness } from '../text/shared-phrases.ts'
import type { Part } from './choose-wordings.ts'

/** Two replies may share so many of their groups of three terms. */
const MOST_SHARED = 0.6
/** Number of recent replies compared. */
const COMPARED = 20
const MOST_SWAPS = 6

/**
 * Swaps wordings one by one, each time the one that helps most, while a reply is too much like one of the last: how much two
 * replies share depends on how long their parts are, which choosing part by part can't see.
 *
 * @param choice an index for each part
 * @param textOf the reply that a choice makes
 * @param former the texts of replies so far, the oldest first
 */
export function varyWordings(
  parts: readonly Part[],
  choice: readonly number[],
  textOf: (choice: readonly number[]) => string,
  former: readonly string[],
): readonly number[] {
  const last = former.slice(-COMPARED).map(groupsOf)
  const likenessOf = (one: readonly number[]) => {
    const said = groupsOf(textOf(one))
    return Math.max(0, ...last.map((other) => likeness(said, other)))
  }
  let best = { choice, likeness: likenessOf(choice) }
  for (let swap = 0; swap < MOST_SWAPS && best.likeness > MOST_SHARED; swap += 1) {
    const swapped = swapsOf(parts, best.choice).map((one) => ({ choice: one, likeness: likenessOf(one) }))
    const [least] = swapped.sort((a, b) => a.likeness - b.likeness)
    if (!least || least.likeness >= best.likeness) break
    best = least
  }
  return best.choice
}

/** All that differ from a choice in one part. Two parts of the same name keep different wordings. */
function swapsOf(parts: readonly Part[], choice: readonly number[]): number[][] {
  return parts.flatMap(({ name, count }, part) => {
    const taken = parts.flatMap((other, index) => (other.name === name ? [choice[index]] : []))
    return Array.from({ length: count }, (_, wording) => wording)
      .filter((wording) => !taken.includes(wording))
      .map((wording) => choice.with(part, wording))
  })
}
