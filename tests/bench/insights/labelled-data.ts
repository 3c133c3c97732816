import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A text with its labelled sentiment. */
export interface LabelledText {
  text: string
  isPositive: boolean
  /** File name without folders. */
  file: string
}

export type Polarity = 'positive' | 'neutral' | 'negative'

/** A sentence about one or more subjects, each with its polarity. */
export interface AspectSentence {
  text: string
  aspects: { category: string; polarity: Polarity }[]
  file: string
}

/** Training files of worker/insights/text/term-weights.ts, whose licences allow it (NOTICE). */
export const FITTED_FILES: readonly string[] = ['train.xml', 'val.xml', 'yelp_labelled_a.txt']

/** Polarity of a category in a sentence; null if it has none, or several. */
export function polarityOf({ aspects }: AspectSentence, category: string): Polarity | null {
  const [polarity, ...others] = new Set(
    aspects.filter((aspect) => aspect.category === category).map((aspect) => aspect.polarity),
  )
  return polarity && others.length === 0 ? polarity : null
}

/** Parses lines with a text, a tab, and 1 or 0. */
export function sentenceSentiments(folder: string): LabelledText[] {
  return contents(folder, '.txt').flatMap(({ file, content }) =>
    content
      .split('\n')
      .filter((line) => /\t[01]\s*$/.test(line))
      .map((line) => {
        const tab = line.lastIndexOf('\t')
        return { text: line.slice(0, tab), isPositive: line.slice(tab).trim() === '1', file }
      }),
  )
}

/** Parses the XML of MAMS-ACSA. */
export function mamsSentences(folder: string): AspectSentence[] {
  return contents(folder, '.xml').flatMap(({ file, content }) =>
    [...content.matchAll(/<sentence>(.*?)<\/sentence>/gs)].map(([, sentence = '']) => ({
      file,
      text: unescaped(/<text>(.*?)<\/text>/s.exec(sentence)?.[1] ?? ''),
      aspects: [...sentence.matchAll(/category="(\w+)" polarity="(\w+)"/g)].map(
        ([, category = '', polarity]) => ({ category, polarity: polarity as Polarity }),
      ),
    })),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
}

/** Parses `sentence####[['aspect', 'category', 'polarity', 'opinion'], ...]`. */
export function asqpSentences(folder: string): AspectSentence[] {
  return contents(folder, '.txt').flatMap(({ file, content }) =>
    content
      .split('\n')
      .filter((line) => line.includes('####'))
      .map((line) => {
        const [text = '', labels = ''] = line.split('####')
        const quads = labels.matchAll(/\[(?:'(?:[^'\\]|\\.)*'|"[^"]*"), '([^']*)', '(\w+)', /g)
        return {
          file,
          text,
          aspects: [...quads].map(([, category = '', polarity]) => ({
            category,
            polarity: polarity as Polarity,
          })),
        }
      }),
  )
}

export interface RatedReview {
  stars: number
  /** `YYYY-MM` */
  month: string
  text: string
}

/** Reads the columns Rating, Year_Month and Review_Text. */
export function ratedReviews(folder: string): RatedReview[] {
  return records(folder).map((row) => {
    const [year = '', month = ''] = (row.Year_Month ?? '').split('-')
    return {
      stars: Number(row.Rating),
      month: `${year}-${month.padStart(2, '0')}`,
      text: row.Review_Text ?? '',
    }
  })
}

export interface ComplaintReview {
  text: string
  reasons: string[]
}

/** Reads the columns policies_violated (one per line) and review. */
export function complaintReviews(folder: string): ComplaintReview[] {
  return records(folder).map((row) => ({
    text: row.review ?? '',
    reasons: (row.policies_violated ?? '').split('\n').filter((reason) => reason !== '' && reason !== 'na'),
  }))
}

function contents(folder: string, ending: string): { file: string; content: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({
      file: basename(name),
      content: readFileSync(`${folder}/${name}`, 'utf8').replaceAll('\r', ''),
    }))
}

function records(folder: string): Record<string, string>[] {
  return contents(folder, '.csv').flatMap(({ content }) => {
    const [header = [], ...rows] = csvRows(content)
    return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
  })
}

function csvRows(content: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of content.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\n') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}
