const CONTEXT_CHARS = 80

/**
 * Two answers have to be the same before their times are compared.
 *
 * @throws Error that shows where they part
 */
export function requireSame(what: string, ours: string, theirs: string): void {
  if (ours === theirs) return
  let at = 0
  while (ours[at] === theirs[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - CONTEXT_CHARS), at + CONTEXT_CHARS)
  throw new Error(`${what} differ at character ${at}:\n${around(ours)}\n${around(theirs)}`)
}

/** @throws Error when the answer doesn't hold `expected` `count` times */
export function requireCount(what: string, answer: string, expected: string, count: number): void {
  const found = answer.split(expected).length - 1
  if (found !== count) throw new Error(`${what}: ${expected} is there ${found} times, not ${count}.`)
}
