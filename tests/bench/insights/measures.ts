/** The share of right answers. */
export function accuracy(answers: readonly boolean[]): number {
  return answers.filter(Boolean).length / answers.length
}

/** Probability that of two cases the positive one has the higher score (area under the ROC curve). */
export function areaUnderCurve(cases: readonly { score: number; isPositive: boolean }[]): number {
  let positives = 0
  let ranks = 0
  for (const [index, { isPositive }] of cases.toSorted((a, b) => a.score - b.score).entries()) {
    if (!isPositive) continue
    positives += 1
    ranks += index + 1
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (cases.length - positives))
}

export interface Hits {
  right: number
  wrong: number
  missed: number
}

export function hitsOf(answers: readonly { isSaid: boolean; isTrue: boolean }[]): Hits {
  const count = (said: boolean, truth: boolean) =>
    answers.filter(({ isSaid, isTrue }) => isSaid === said && isTrue === truth).length
  return { right: count(true, true), wrong: count(true, false), missed: count(false, true) }
}

/** Harmonic mean of precision and recall, over all given cases together (micro). */
export function f1(all: readonly Hits[]): number {
  const sum = (figure: (hits: Hits) => number) => all.reduce((total, hits) => total + figure(hits), 0)
  const right = sum((hits) => hits.right)
  return (2 * right) / (2 * right + sum(({ wrong, missed }) => wrong + missed))
}
