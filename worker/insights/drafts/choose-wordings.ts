import { groupsOf, likeness } from '../text/phrase-table.ts'

export interface Part {
  name: string
  texts: readonly string[]
}

/**
 * Chooses a wording for each part: one whose sentences don't begin like others of the reply (`Thank you for … Thank you
 * for …`); then the one whose reply least resembles former replies, recent ones above all; then the least used; then at
 * random by the seed.
 *
 * @param former wordings of previous replies, oldest first
 * @returns an index for each part
 */
export function chooseWordings(
  parts: readonly Part[],
  { seed, former }: { seed: string; former: readonly (readonly string[])[] },
): number[] {
  /** `wording` is in the stored form, `name.index`. */
  const chosen: { wording: string; index: number; beginnings: readonly string[] }[] = []
  for (const { name, texts } of parts) {
    const candidates = texts.map((text, index) => {
      const wording = `${name}.${index}`
      let uses = 0
      let likeness = 0
      for (const [age, used] of former.entries()) {
        if (!used.includes(wording)) continue
        const shared = chosen.filter((other) => used.includes(other.wording)).length
        uses += 1
        likeness += shared ** 2 * (age + 1)
      }
      const beginnings = beginningsOf(text)
      const isEcho = chosen.some((other) => other.beginnings.some((one) => beginnings.includes(one)))
      return { wording, index, beginnings, isEcho, likeness, uses, chance: chanceOf(`${seed} ${wording}`) }
    })
    const [best] = candidates.sort(
      (a, b) =>
        Number(a.isEcho) - Number(b.isEcho) ||
        a.likeness - b.likeness ||
        a.uses - b.uses ||
        a.chance - b.chance,
    )
    if (best) chosen.push(best)
  }
  return chosen.map(({ index }) => index)
}

/** The first five letters of each sentence: equal for `Thank you` and `Thanks`, but not for `We hope` and `We are`. */
function beginningsOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s/).map((sentence) => sentence.replace(/\s/g, '').slice(0, 5))
}

/**
 * A deterministic pseudo-random number from a text (FNV-1a, 32 bits). Its last step mixes the last characters into all
 * bits: otherwise half of all seeds would choose the fifth of five wordings.
 */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}

/** Maximum share of groups of three terms that two replies may have in common. */
const MAX_LIKENESS = 0.6
const COMPARED = 20
const MAX_SWAPS = 6

/**
 * Swaps wordings one at a time, best improvement first, while a reply is too similar to a recent one. Similarity
 * depends on the lengths of the parts, which choosing part by part doesn't consider.
 *
 * @param choice an index for each part
 * @param textOf returns the reply for a choice
 * @param former texts of previous replies, oldest first
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
  for (let swap = 0; swap < MAX_SWAPS && best.likeness > MAX_LIKENESS; swap += 1) {
    const swapped = swapsOf(parts, best.choice).map((one) => ({ choice: one, likeness: likenessOf(one) }))
    const [least] = swapped.sort((a, b) => a.likeness - b.likeness)
    if (!least || least.likeness >= best.likeness) break
    best = least
  }
  return best.choice
}

function swapsOf(parts: readonly Part[], choice: readonly number[]): number[][] {
  return parts.flatMap(({ texts }, part) =>
    texts.flatMap((_, wording) => (wording === choice[part] ? [] : [choice.with(part, wording)])),
  )
}

/**
 * Increase it when a wording changes its meaning or position, so that edit rates are only compared within a version.
 */
export const WORDINGS_VERSION = 3
