/** Maximum number of characters read of a text; hardly any platform allows more. */
export const MAX_CHARS = 5_000

export interface Token {
  /** Lower case, composed, with contractions split: `don't` is `do` and `not`, `l'accueil` is `l` and `accueil`. */
  term: string
  kind: 'word' | 'number' | 'emoji'
  /** UTF-16 offsets, the end excluded. */
  start: number
  end: number
  sentence: number
  /**
   * Index of its clause in the text. Clauses end with their sentence, and at pauses such as commas and brackets;
   * contrasts are found later (read-text.ts).
   */
  clause: number
  /** True within reach of a negation: `not very good`. */
  negated: boolean
  /**
   * True for words that may say what the text is about, unlike `the` and `was`; all words of a language we don't read.
   */
  isContent: boolean
}

/** A word, a number, an emoji, the end of a sentence, or a pause. Unicode counts the apostrophe `ʼ` as a letter. */
const PARTS =
  /((?!ʼ)\p{L}(?:(?!ʼ)[\p{L}\p{M}])*(?:['’ʼ`](?!ʼ)\p{L}(?:(?!ʼ)[\p{L}\p{M}])*)*)|(\p{N}+(?:[.,:]\p{N}+)*)|(\p{Extended_Pictographic}(?:\p{EMod}|\u{FE0F})*(?:\u{200D}\p{Extended_Pictographic}(?:\p{EMod}|\u{FE0F})*)*)|([.!?…。！？\n]+)|[,;:()[\]"“”–—、，；]|\s-+\s/gu
/** Fast path for most words: nothing to compose, segment or split. */
const PLAIN = /^[A-Za-z]+$/
/** Scripts without spaces, whose words need a dictionary to separate. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const NEGATION = /^(.+)n(?:'?t)?$/
/** Negations written without their apostrophe, or with another character instead. */
const RUN_TOGETHER = new Set(
  `dont doesnt didnt isnt wasnt arent werent cant couldnt wouldnt shouldnt wont hasnt havent hadnt aint
doesn didn isn wasn aren weren couldn wouldn shouldn hadn cannot`.split(/\s+/),
)
const ATTACHED = /'(?:s|re|ve|ll|d|m)$/

let segmenter: Intl.Segmenter | null = null

/**
 * The tokens of a text, at most its first 5,000 characters. Any text can be read, however broken. What depends on the
 * language is added by `readText`.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let sentence = 0
  let clause = 0
  /** True if there was a token since the last sentence end or pause. */
  let said = false
  for (const match of text.slice(0, MAX_CHARS).matchAll(PARTS)) {
    const [part, word, number, emoji, end] = match
    const add: Add = (term, kind, from = 0, to = part.length) =>
      tokens.push({
        term,
        kind,
        start: match.index + from,
        end: match.index + to,
        sentence,
        clause,
        negated: false,
        isContent: kind === 'word',
      })
    if (word !== undefined) {
      addWords(word, add)
      said = true
    } else if (number !== undefined || emoji !== undefined) {
      add(part, number === undefined ? 'emoji' : 'number')
      said = true
    } else if (said) {
      clause += 1
      if (end !== undefined) sentence += 1
      said = false
    }
  }
  return tokens
}

/** Adds a token of the matched part; `from` and `to` are its offsets in that part, by default those of the whole. */
type Add = (term: string, kind: Token['kind'], from?: number, to?: number) => void

function addWords(word: string, add: Add): void {
  const isPlain = PLAIN.test(word)
  if (!isPlain && UNSPACED.test(word)) {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
    for (const { segment, index } of segmenter.segment(word)) {
      add(segment.normalize('NFC'), 'word', index, index + segment.length)
    }
    return
  }
  const term = isPlain ? word.toLowerCase() : word.normalize('NFC').toLowerCase().replace(/[’ʼ`]/g, "'")
  if (RUN_TOGETHER.has(term) || term.endsWith("n't")) {
    const verb = NEGATION.exec(term)?.[1]?.replace(/'$/, '')
    if (verb) add(verb, 'word')
    add('not', 'word')
    return
  }
  const bare = isPlain ? term : term.replace(ATTACHED, '')
  if (!bare.includes("'")) {
    add(bare, 'word')
    return
  }
  let from = 0
  for (const piece of bare.split("'")) {
    add(piece, 'word', from, Math.min(from + piece.length, word.length))
    from += piece.length + 1
  }
}
