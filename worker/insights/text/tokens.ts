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
}

/** A token with the properties that depend on its language and neighbors. */
export interface ReadToken extends Token {
  /** True within reach of a negation: `not very good`. */
  negated: boolean
  /** True if it may say what the text is about, unlike `the` and `was`. Always true in a language we don't read. */
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
const RUN_TOGETHER =
  /^(?:do|does|did|is|was|are|were|ca|could|would|should|wo|has|have|had|ai)n'?t$|^(?:does|did|is|was|are|were|could|would|should|had)n$|^cannot$/
const ATTACHED = /'(?:s|re|ve|ll|d|m)$/

let segmenter: Intl.Segmenter | null = null

/** The tokens of a text, at most its first 5,000 characters. Any text can be read, however broken. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let sentence = 0
  let clause = 0
  /** True if there was a token since the last sentence end or pause. */
  let said = false
  for (const match of text.slice(0, MAX_CHARS).matchAll(PARTS)) {
    const [part, word, number, emoji, end] = match
    const start = match.index
    const place = { start, end: start + part.length, sentence, clause }
    if (word !== undefined) {
      pushWords(tokens, word, place)
      said = true
    } else if (number !== undefined || emoji !== undefined) {
      tokens.push({ term: part, kind: number === undefined ? 'emoji' : 'number', ...place })
      said = true
    } else if (said) {
      clause += 1
      if (end !== undefined) sentence += 1
      said = false
    }
  }
  return tokens
}

type Place = Pick<Token, 'start' | 'end' | 'sentence' | 'clause'>

function pushWords(tokens: Token[], word: string, place: Place): void {
  const push = (term: string, from: number, to: number) =>
    tokens.push({ ...place, term, kind: 'word', start: place.start + from, end: place.start + to })
  const isPlain = PLAIN.test(word)
  if (!isPlain && UNSPACED.test(word)) {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
    for (const { segment, index } of segmenter.segment(word)) {
      push(segment.normalize('NFC'), index, index + segment.length)
    }
    return
  }
  const term = isPlain ? word.toLowerCase() : word.normalize('NFC').toLowerCase().replace(/[’ʼ`]/g, "'")
  const whole = (one: string) => push(one, 0, word.length)
  if (RUN_TOGETHER.test(term) || term.endsWith("n't")) {
    const verb = NEGATION.exec(term)?.[1]?.replace(/'$/, '')
    if (verb) whole(verb)
    whole('not')
    return
  }
  const bare = isPlain ? term : term.replace(ATTACHED, '')
  if (!bare.includes("'")) {
    whole(bare)
    return
  }
  let from = 0
  for (const piece of bare.split("'")) {
    push(piece, from, Math.min(from + piece.length, word.length))
    from += piece.length + 1
  }
}
