export interface TermOpinions {
  term: string
  /** Reviews with 4 stars or more. */
  positive: number
  /** Reviews with 2 stars or fewer. */
  negative: number
  /** All reviews, including those with 3 stars. */
  all: number
}

export interface Distinction extends TermOpinions {
  /** Z-score of the term: above 0 if it is more typical of positive reviews, below 0 if of negative ones. */
  z: number
}

const MIN_REVIEWS = 5
const MIN_Z = 1.96

/**
 * Finds terms typical of good or bad reviews, most typical first. Weighted log-odds with all reviews as prior (Monroe,
 * Colaresi & Quinn 2008), so that neither frequent terms nor rare ones win by default.
 */
export function praiseAndBlame(terms: readonly TermOpinions[]): {
  praise: Distinction[]
  blame: Distinction[]
} {
  const sum = (figure: (term: TermOpinions) => number) =>
    terms.reduce((total, term) => total + figure(term), 0)
  const positives = sum(({ positive }) => positive)
  const negatives = sum(({ negative }) => negative)
  const priorSum = Math.min(positives, negatives)
  const scale =
    priorSum /
    Math.max(
      1,
      sum(({ all }) => all),
    )
  const typical = terms
    .filter(({ all }) => all >= MIN_REVIEWS)
    .map((term) => {
      const prior = term.all * scale
      const [up, down] = [term.positive + prior, term.negative + prior]
      const odds = Math.log(up / (positives + priorSum - up)) - Math.log(down / (negatives + priorSum - down))
      return { ...term, z: odds / Math.sqrt(1 / up + 1 / down) }
    })
    .filter(({ z }) => Math.abs(z) >= MIN_Z)
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z))
  return { praise: typical.filter(({ z }) => z > 0), blame: typical.filter(({ z }) => z < 0) }
}
