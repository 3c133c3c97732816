/** A piece of a text that both versions have, that only the former had, or only the later one. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Words, spaces and single marks; scripts that write without spaces by character. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}\p{M}'’]+|\s+|\S/gu
/** Beyond so many words taken out or added, both versions side by side say more than their difference. */
const MAX_CHANGES = 400

/**
 * What changed between two versions of a text, word by word (Myers, 'An O(ND) Difference Algorithm'). The parts that are
 * not 'new' make up the former text, those that are not 'gone' the later one.
 */
export function diffWords(former: string, later: string): DiffPart[] {
  const a = former.match(TOKEN) ?? []
  const b = later.match(TOKEN) ?? []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [gone, added] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return merged([
    ...a.slice(0, start).map((text): DiffPart => ({ kind: 'same', text })),
    ...differing(gone, added),
    ...a.slice(a.length - end).map((text): DiffPart => ({ kind: 'same', text })),
  ])
}

/** The shortest way from one list of tokens to the other; both as a whole where that way is long. */
function differing(a: string[], b: string[]): DiffPart[] {
  const frontiers: Int32Array[] = []
  const offset = Math.min(a.length + b.length, MAX_CHANGES) + 1
  const reached = new Int32Array(2 * offset + 1)
  for (let changes = 0; changes < offset; changes += 1) {
    frontiers.push(reached.slice())
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = stepOf(reached, offset, diagonal, changes).x
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      reached[offset + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return walkedBack(a, b, frontiers, offset)
    }
  }
  return [
    { kind: 'gone', text: a.join('') },
    { kind: 'new', text: b.join('') },
  ]
}

/** How a diagonal is reached with one more change: from the one above by adding a token, or from below by taking one out. */
function stepOf(reached: Int32Array, offset: number, diagonal: number, changes: number) {
  const above = reached[offset + diagonal + 1] ?? 0
  const below = reached[offset + diagonal - 1] ?? 0
  const adds = diagonal === -changes || (diagonal !== changes && below < above)
  return adds ? { adds, x: above, from: diagonal + 1 } : { adds, x: below + 1, from: diagonal - 1 }
}

function walkedBack(a: string[], b: string[], frontiers: Int32Array[], offset: number): DiffPart[] {
  const parts: DiffPart[] = []
  let x = a.length
  let diagonal = a.length - b.length
  for (let changes = frontiers.length - 1; changes >= 0; changes -= 1) {
    const reached = frontiers[changes] ?? new Int32Array()
    const step = changes === 0 ? null : stepOf(reached, offset, diagonal, changes)
    for (const from = step?.x ?? 0; x > from; x -= 1) parts.push({ kind: 'same', text: a[x - 1] ?? '' })
    if (!step) break
    if (step.adds) parts.push({ kind: 'new', text: b[x - diagonal - 1] ?? '' })
    else {
      x -= 1
      parts.push({ kind: 'gone', text: a[x] ?? '' })
    }
    diagonal = step.from
  }
  return parts.reverse()
}

/** Neighbors of a kind in one part, what is gone before what is new; a space between two changes belongs to both. */
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
