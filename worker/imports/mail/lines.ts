/** Widths at which mail programs wrap lines. */
const WRAP_CHARS = { min: 60, max: 80 }
const SENTENCE_END = /[.!?…]["'”’»)]*$/
const LIST_ITEM = /^(?:[-–*•]|\d{1,2}[.)]) /

/** Quote marks within a line, and the word behind them. */
const MARKS_INSIDE = / >+(?: >+)* (?=(\S*))/g

/** The trimmed lines of an email's text, without quote marks. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => {
    const [marks = ''] = /^(?:[ \t]?>)+/.exec(line) ?? []
    const content = line.slice(marks.length)
    return (marks === '' ? content : withoutMarksInside(content)).trim()
  })
}

/**
 * The parser of format=flowed joins quoted lines with their marks: '> The bread was > still warm.' Marks where a line
 * wasn't full are the author's: 'Price > quality'.
 */
function withoutMarksInside(content: string): string {
  let start = 0
  return content.replaceAll(MARKS_INSIDE, (marks: string, word: string, at: number) => {
    if (at - start + 1 + word.length < WRAP_CHARS.min) return marks
    start = at + marks.length
    return ' '
  })
}

export function withoutEmptyEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}

/**
 * Joins lines that a mail program has wrapped: they break in mid-sentence where the next word didn't fit. The author's
 * own breaks stay.
 */
export function unwrapped(lines: readonly string[]): string[] {
  const width = lines.reduce((most, line) => (line.includes(' ') ? Math.max(most, line.length) : most), 0)
  if (width < WRAP_CHARS.min || width > WRAP_CHARS.max) return [...lines]
  const joined: string[] = []
  let before = ''
  for (const line of lines) {
    const [word = ''] = line.split(' ', 1)
    const isFull = before !== '' && line !== '' && before.length + 1 + word.length > width
    if (isFull && !SENTENCE_END.test(before) && !LIST_ITEM.test(line)) joined.push(`${joined.pop()} ${line}`)
    else joined.push(line)
    before = line
  }
  return joined
}
