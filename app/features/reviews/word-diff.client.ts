import { diffArrays } from 'diff'

/** A piece of text that is in both versions, only in the former or only in the later one. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Words, spaces and single punctuation marks; single characters in scripts that don't separate words. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}\p{M}'’]+|\s+|\S/gu
/** Maximum changes in a diff. With more of them, both versions side by side are easier to read. */
const MAX_CHANGES = 400

/**
 * Diffs two versions of a text word by word. All parts except 'new' make up the former text, all except 'gone' the
 * later one.
 */
export function diffWords(former: string, later: string): DiffPart[] {
  const a = former.match(TOKEN) ?? []
  const b = later.match(TOKEN) ?? []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return merged([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...changesBetween(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ])
}

/** The shortest diff of two token lists; replaces one text with the other if there are too many changes. */
function changesBetween(a: string[], b: string[]): DiffPart[] {
  const changes = diffArrays(a, b, { maxEditLength: MAX_CHANGES })
  if (!changes) {
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ]
  }
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value.join(''),
  }))
}

/** Merges neighbors of the same kind, removals before additions; a space between two changes counts as part of both. */
function merged(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  let gone = ''
  let added = ''
  function put(kind: DiffPart['kind'], text: string) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text) result.push({ kind, text })
  }
  function putChanges() {
    put('gone', gone)
    put('new', added)
    gone = ''
    added = ''
  }
  for (const [index, { kind, text }] of parts.entries()) {
    const next = parts[index + 1]
    if (kind === 'gone') gone += text
    else if (kind === 'new') added += text
    else if (gone && added && next && next.kind !== 'same' && !text.trim()) {
      gone += text
      added += text
    } else {
      putChanges()
      put('same', text)
    }
  }
  putChanges()
  return result
}
