const CONTEXT_CHARS = 80

/**
 * Requires equal responses, so that their times can be compared.
 *
 * @throws Error that shows the first difference
 */
export function requireSame(what: string, ours: string, theirs: string): void {
  if (ours === theirs) return
  let at = 0
  while (ours[at] === theirs[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - CONTEXT_CHARS), at + CONTEXT_CHARS)
  throw new Error(`${what} differ at character ${at}:\n${around(ours)}\n${around(theirs)}`)
}

/** @throws Error if the response doesn't contain `expected` exactly `count` times */
export function requireCount(what: string, answer: string, expected: string, count: number): void {
  const found = answer.split(expected).length - 1
  if (found !== count) throw new Error(`${what}: ${expected} is there ${found} times, not ${count}.`)
}
