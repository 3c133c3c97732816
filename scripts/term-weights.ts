import { writeFile } from 'node:fs/promises'
import { fitWeights, oneOpinion } from '#tests/bench/insights/fit-weights.ts'
import { mamsSentences, sentenceSentiments } from '#tests/bench/insights/labelled-data.ts'
import { ROOT, run } from './local/run.ts'

// Writes worker/insights/text/term-weights.ts: how strongly English terms indicate a positive review, learned from
// MAMS-ACSA (Apache-2.0) and UCI's Sentiment Labelled Sentences (CC BY 4.0), see NOTICE. `npm run bench -- insights`
// measures them on sentences they weren't learned from. Usage: node scripts/term-weights.ts FOLDER, which contains a
// folder for each collection.
const FILE = 'worker/insights/text/term-weights.ts'
/** Minimum weight; smaller ones are left out, and others are rounded to a multiple of it. */
const MIN_HUNDREDTHS = 10

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder are mams-acsa and sentence-sentiment in?')
const aspects = mamsSentences(`${folder}/mams-acsa`)
const sentences = sentenceSentiments(`${folder}/sentence-sentiment`)
const weights = [...fitWeights(sentences, aspects)]
  .map(([term, weight]) => [term, Math.round((weight * 100) / MIN_HUNDREDTHS) * MIN_HUNDREDTHS] as const)
  .filter(([, hundredths]) => hundredths !== 0)
  .sort(([a], [b]) => (a < b ? -1 : 1))
const lines = [...Map.groupBy(weights, ([, hundredths]) => hundredths)]
  .sort(([a], [b]) => a - b)
  .map(([hundredths, same]) => `${hundredths} ${same.map(([term]) => term).join('|')}`)
const clear = aspects.filter((sentence) => oneOpinion(sentence)).length
await writeFile(
  `${ROOT}${FILE}`,
  `/**
 * How much English terms speak for a positive review beside the lists, in hundredths, then the terms. Learned from
 * ${aspects.length} sentences of MAMS-ACSA (Jiang et al. 2019, Apache-2.0), ${clear} of them with one opinion, and ${sentences.length} of Sentiment Labelled
 * Sentences (Kotzias et al. 2015, CC BY 4.0), see NOTICE. Written by scripts/term-weights.ts.
 */
export const TERM_WEIGHTS = \`${lines.join('\n')}\`
`,
)
await run('biome', ['check', '--write', FILE])
console.log(`${weights.length} terms in ${FILE}`)
