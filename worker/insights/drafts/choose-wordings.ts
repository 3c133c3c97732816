/** A part of a reply, and how many wordings there are for it. */
export interface Part {
  name: string
  count: number
}

/**
 * Chooses a wording for each part: the one whose reply would resemble former ones least, the last ones above all; then the one
 * least used, then by chance, which the seed decides. Two parts of the same name get different wordings.
 *
 * @param former the wordings of replies so far, the oldest first
 * @returns an index for each part
 */
export function chooseWordings(
  parts: readonly Part[],
  { seed, former }: { seed: string; former: readonly (readonly string[])[] },
): number[] {
  /** `name.index`, as it is remembered. */
  const chosen: { wording: string; index: number }[] = []
  for (const { name, count } of parts) {
    const candidates = Array.from({ length: count }, (_, index) => {
      const wording = `${name}.${index}`
      let uses = 0
      let likeness = 0
      for (const [age, used] of former.entries()) {
        if (!used.includes(wording)) continue
        const shared = chosen.filter((other) => used.includes(other.wording)).length
        uses += 1
        likeness += shared ** 2 * (age + 1)
      }
      // What is said already is said again only where there is nothing else.
      const isTaken = chosen.some((other) => other.wording === wording)
      return { wording, index, isTaken, likeness, uses, chance: chanceOf(`${seed} ${wording}`) }
    })
    const [best] = candidates.sort(
      (a, b) =>
        Number(a.isTaken) - Number(b.isTaken) ||
        a.likeness - b.likeness ||
        a.uses - b.uses ||
        a.chance - b.chance,
    )
    if (best) chosen.push(best)
  }
  return chosen.map(({ index }) => index)
}

/** A number that looks random and is the same for the same text (FNV-1a, 32 bits). */
function chanceOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
