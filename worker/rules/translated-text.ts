/**
 * Maximum length of a comment that is parsed. A review has at most 4,096 characters, so a review with its translation
 * is far shorter.
 */
const MAX_CHARS = 20_000
/** A line with only a phrase in parentheses, which are full-width in Japanese and Chinese. */
const LONE_PHRASE = /^[(（][^()（）\n]{1,60}[)）]\s{0,9}$/
/**
 * A phrase in parentheses at the start of a line, and the rest of the line; no space follows full-width parentheses.
 */
const LEADING_PHRASE = /^[(（]([^()（）\n.,;:!?]{1,60})(?:[)）](?:\s(.*)|)|）(.*))$/s
/**
 * Maximum words in a translation marker: English has three ('Translated by Google'), other languages up to five. What
 * authors themselves put in parentheses is mostly longer.
 */
const MAX_MARKER_WORDS = 5

/**
 * Extracts the author's text from a comment to which Google added a translation. Both orders occur:
 *
 *     (Translated by Google) translation        original
 *
 *     (Original)                                (Translated by Google)
 *     original                                  translation
 *
 * The markers are in the language of the request, so they are recognized by position instead of content. A comment that
 * lacks any part of a form is left unchanged.
 */
export function originalOf(comment: string): string {
  if (comment.length > MAX_CHARS || !comment.includes('Google')) return comment
  const lines = comment.split('\n')
  return (translationBehind(lines[0]) === null ? originalBefore(lines) : originalAfter(lines)) ?? comment
}

function originalAfter(lines: readonly string[]): string | null {
  const marker = middleOf(lines, (line, index) => index > 0 && LONE_PHRASE.test(line))
  if (marker === null) return null
  const translation = [translationBehind(lines[0]) ?? '', ...lines.slice(1, marker)]
  return whole(lines.slice(marker + 1), translation)
}

/** The marker of the translation has to begin a paragraph. */
function originalBefore(lines: readonly string[]): string | null {
  const marker = middleOf(
    lines,
    (line, index) => lines[index - 1]?.trim() === '' && translationBehind(line) !== null,
  )
  if (marker === null) return null
  const translation = [translationBehind(lines[marker]) ?? '', ...lines.slice(marker + 1)]
  return whole(lines.slice(0, marker - 1), translation)
}

/**
 * Index of the marker's line; null if there is none. Lines of the original that look like a marker also occur in the
 * translation, so the real marker is the one in the middle.
 */
function middleOf(lines: readonly string[], isOne: (line: string, index: number) => boolean): number | null {
  const found = lines.flatMap((line, index) => (isOne(line, index) ? [index] : []))
  return found.length % 2 === 1 ? (found[(found.length - 1) / 2] ?? null) : null
}

/** Null if the line doesn't begin with a translation marker. */
function translationBehind(line: string | undefined): string | null {
  const [, phrase = '', spaced, rest = spaced ?? ''] = LEADING_PHRASE.exec(line ?? '') ?? []
  const isMarker = phrase.includes('Google') && phrase.trim().split(/\s+/).length <= MAX_MARKER_WORDS
  return isMarker ? rest : null
}

/** Null if the original or the translation is empty. */
function whole(original: readonly string[], translation: readonly string[]): string | null {
  const isEmpty = (lines: readonly string[]) => lines.every((line) => line.trim() === '')
  return isEmpty(original) || isEmpty(translation) ? null : original.join('\n')
}
