import { writeFile } from 'node:fs/promises'
import { type LabelledText, mamsSentences, sentenceSentiments } from '#tests/bench/insights/labelled-data.ts'
import { ALL_WORD_LISTS } from '#worker/insights/text/all-word-lists.ts'
import { readText } from '#worker/insights/text/read-text.ts'
import { type Opinions, termsOf, termWeight } from '#worker/insights/text/term-counts.ts'
import { scoreText } from '#worker/insights/text/text-opinion.ts'
import { wordListsOf } from '#worker/insights/text/word-lists.ts'
import { ROOT, run } from './local/run.ts'

// Writes worker/insights/text/starting-counts.ts: in how many positive and negative sentences terms are, of MAMS-ACSA
// (Apache-2.0) and UCI's Sentiment Labelled Sentences (CC BY 4.0), see NOTICE. Tells the curve from scores to chances that
// text-opinion.ts has. Usage: node scripts/starting-counts.ts FOLDER, with both collections in folders of it.
const FILE = 'worker/insights/text/starting-counts.ts'
/** A term is shipped where its weight is surer than this many standard errors. */
const LEAST_CERTAINTY = 1.5

const words = wordListsOf(ALL_WORD_LISTS)
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder are mams-acsa and sentence-sentiment in?')

/** Sentences with one opinion, or with that and neutral ones. */
const clear: LabelledText[] = mamsSentences(`${folder}/mams-acsa`).flatMap(({ text, aspects, file }) => {
  const [first, ...others] = new Set(
    aspects.map(({ polarity }) => polarity).filter((one) => one !== 'neutral'),
  )
  return first && others.length === 0 ? [{ text, file, isPositive: first === 'positive' }] : []
})
const sentences = [...clear, ...sentenceSentiments(`${folder}/sentence-sentiment`)].map(
  ({ text, isPositive }) => ({
    read: readText(text, words),
    own: (isPositive ? [1, 0] : [0, 1]) as Opinions,
  }),
)

const terms = new Map<string, Opinions>()
for (const { read, own } of sentences) {
  for (const term of termsOf(read).keys()) {
    const [positive, negative] = terms.get(term) ?? [0, 0]
    terms.set(term, [positive + own[0], negative + own[1]])
  }
}
const positives = sentences.filter(({ own }) => own[0] === 1).length
const reviews: Opinions = [positives, sentences.length - positives]
const counts = { reviews, terms }

const kept = [...terms].filter(([term, [positive, negative]]) => {
  if (positive + negative < 3) return false
  const spread = Math.sqrt(1 / (positive + 2) + 1 / (negative + 2))
  return Math.abs(termWeight(term, [{ counts, own: [0, 0] }])) >= LEAST_CERTAINTY * spread
})
const byOpinions = Map.groupBy(kept.sort(), ([, opinions]) => opinions.join(' '))
const lines = [...byOpinions]
  .sort()
  .map(([opinions, same]) => `${opinions} ${same.map(([term]) => term).join('|')}`)
await writeFile(
  `${ROOT}${FILE}`,
  `/**
 * In how many positive and how many negative sentences a term is, then the terms; of ${reviews[0]} and ${reviews[1]} sentences about
 * restaurants. Counted from MAMS-ACSA (Jiang et al. 2019, Apache-2.0) and Sentiment Labelled Sentences (Kotzias et al. 2015,
 * CC BY 4.0), see NOTICE. Written by scripts/starting-counts.ts.
 */
export const STARTING_SENTENCES = [${reviews.join(', ')}] as const
export const STARTING_TERMS = \`${lines.join('\n')}\`
`,
)
await run('biome', ['check', '--write', FILE])
console.log(`${kept.length} of ${terms.size} terms in ${FILE}`)

// Logistic regression by Newton's method, each sentence judged without its own label.
const points = sentences.map(({ read, own }) => ({
  score: scoreText(read, [{ counts: { reviews, terms: new Map(kept) }, own }]).score,
  label: own[0],
}))
let start = 0
let slope = 1
for (let round = 0; round < 50; round++) {
  let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0]
  for (const { score, label } of points) {
    const chance = 1 / (1 + Math.exp(-(start + slope * score)))
    const weight = chance * (1 - chance)
    g0 += label - chance
    g1 += (label - chance) * score
    h00 += weight
    h01 += weight * score
    h11 += weight * score * score
  }
  const determinant = h00 * h11 - h01 * h01
  start += (h11 * g0 - h01 * g1) / determinant
  slope += (h00 * g1 - h01 * g0) / determinant
}
console.log(`The curve begins at ${start.toFixed(2)} and has the slope ${slope.toFixed(2)}`)
