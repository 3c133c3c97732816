/** Reviews have 4,096 characters at most; what is far longer than one with its translation is no such comment. */
const MAX_CHARS = 20_000
/** A line that is nothing but a phrase in parentheses; Japanese and Chinese have wide ones. */
const LONE_PHRASE = /^[(（][^()（）\n]{1,60}[)）]\s{0,9}$/
/** A phrase in parentheses at the start of a line, and what follows on it; behind wide ones there is no space. */
const LEADING_PHRASE = /^[(（]([^()（）\n.,;:!?]{1,60})(?:[)）](?:\s(.*)|)|）(.*))$/s
/** 'Translated by Google' has three words, the longest in other languages five; people's asides mostly have more. */
const MAX_MARKER_WORDS = 5

/**
 * What the author wrote, out of a comment to which Google has added a translation. Both orders are in use:
 *
 *     (Translated by Google) translation        original
 *
 *     (Original)                                (Translated by Google)
 *     original                                  translation
 *
 * The markers are in the language of the request, so they are recognised by their position, not by what they say. A
 * comment that lacks a part of one of the forms is left as it is.
 */
export function originalOf(comment: string): string {
  if (comment.length > MAX_CHARS || !comment.includes('Google')) return comment
  const lines = comment.split('\n')
  return (translationBehind(lines[0]) === null ? originalBefore(lines) : originalAfter(lines)) ?? comment
}

/** Translation first: the lines behind the marker of the original. */
function originalAfter(lines: readonly string[]): string | null {
  const marker = middleOf(lines, (line, index) => index > 0 && LONE_PHRASE.test(line))
  if (marker === null) return null
  const translation = [translationBehind(lines[0]) ?? '', ...lines.slice(1, marker)]
  return whole(lines.slice(marker + 1), translation)
}

/** Original first: the lines before the marker of the translation, which begins a paragraph. */
function originalBefore(lines: readonly string[]): string | null {
  const marker = middleOf(
    lines,
    (line, index) => lines[index - 1]?.trim() === '' && translationBehind(line) !== null,
  )
  if (marker === null) return null
  const translation = [translationBehind(lines[marker]) ?? '', ...lines.slice(marker + 1)]
  return whole(lines.slice(0, marker - 1), translation)
}

/** The marker's line. An author's own such lines are in the translation too, so the middle one is the marker. */
function middleOf(lines: readonly string[], isOne: (line: string, index: number) => boolean): number | null {
  const found = lines.flatMap((line, index) => (isOne(line, index) ? [index] : []))
  return found.length % 2 === 1 ? (found[(found.length - 1) / 2] ?? null) : null
}

/** What follows a translation's marker on its line; null when the line does not begin with one. */
function translationBehind(line: string | undefined): string | null {
  const [, phrase = '', spaced, rest = spaced ?? ''] = LEADING_PHRASE.exec(line ?? '') ?? []
  const isMarker = phrase.includes('Google') && phrase.trim().split(/\s+/).length <= MAX_MARKER_WORDS
  return isMarker ? rest : null
}

/** The original; null when it or the translation is empty. */
function whole(original: readonly string[], translation: readonly string[]): string | null {
  const isEmpty = (lines: readonly string[]) => lines.every((line) => line.trim() === '')
  return isEmpty(original) || isEmpty(translation) ? null : original.join('\n')
}
