import { groupsOf, likeness } from '../text/shared-phrases.ts'

/** The share of common groups of three, of all that two texts have (Jaccard). */
const ALIKE = 0.6
export const LEAST_TEXTS = 3
/** Short praise is often the same by chance: 'Great food, great service' comes from strangers every day. */
const LEAST_GROUPS = 6

interface Text {
  id: number
  text: string
}

/** The most texts that each resemble another one of them; empty where fewer than three do. Compares each with each. */
export function alikeTexts(texts: readonly Text[]): number[] {
  const read = texts
    .map(({ id, text }) => ({ id, groups: groupsOf(text) }))
    .filter(({ groups }) => groups.size >= LEAST_GROUPS)
  const seen = new Set<number>()
  let largest: number[] = []
  for (const first of read) {
    if (seen.has(first.id)) continue
    seen.add(first.id)
    const cluster = [first]
    // What is found joins the cluster, and is compared in its turn.
    for (const one of cluster) {
      for (const other of read) {
        if (seen.has(other.id) || likeness(one.groups, other.groups) < ALIKE) continue
        seen.add(other.id)
        cluster.push(other)
      }
    }
    if (cluster.length > largest.length) largest = cluster.map(({ id }) => id)
  }
  return largest.length >= LEAST_TEXTS ? largest : []
}
