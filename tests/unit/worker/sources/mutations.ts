import type { Random } from '#tests/upstream/random.ts'

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  9_007_199_254_740_992,
  '',
  '\ud800',
  '\u0000',
  '<br>',
  'er',
  '2 months ago',
  '__proto__',
  [],
  {},
  [[]],
  { __ref: 'x' },
]
const ODD_CHARACTERS = ['"', '\\', '[', ']', '{', '}', ',', '<', '&', '\0', '\ud83d', '\u2028', 'é', '9', ' ']

/** A body that something went wrong with: cut, garbled, or with parts of its JSON exchanged. */
export function mutated(body: string, random: Random): string {
  const kind = random.int(0, 4)
  if (kind === 0) return body.slice(0, random.int(0, body.length))
  if (kind === 1) return withFlippedBits(body, random)
  if (kind === 2) return withOddCharacters(body, random)
  return withOddNodes(body, random)
}

function withFlippedBits(body: string, random: Random): string {
  let flipped = body
  for (let flips = random.int(1, 8); flips > 0; flips -= 1) {
    const place = random.int(0, body.length - 1)
    const unit = flipped.charCodeAt(place) ^ (1 << random.int(0, 6))
    flipped = flipped.slice(0, place) + String.fromCharCode(unit) + flipped.slice(place + 1)
  }
  return flipped
}

function withOddCharacters(body: string, random: Random): string {
  const place = random.int(0, body.length)
  return (
    body.slice(0, place) +
    random.pick(ODD_CHARACTERS).repeat(random.int(1, 3)) +
    body.slice(place + random.int(0, 2))
  )
}

function withOddNodes(body: string, random: Random): string {
  const start = body.search(/[[{]/)
  const json = parsed(body.slice(start))
  if (json === undefined) return withOddCharacters(body, random)
  exchangeNodes(json, random)
  return body.slice(0, start) + JSON.stringify(json)
}

/** A copy of a JSON tree in which some nodes are exchanged, dropped, doubled or replaced. */
export function withNodesExchanged<T>(json: T, random: Random): T {
  const copy = structuredClone(json)
  exchangeNodes(copy, random)
  return copy
}

function exchangeNodes(json: unknown, random: Random): void {
  const holders = holdersIn(json)
  // A text or a number has no nodes.
  if (holders.length === 0) return
  for (let changes = random.int(1, 6); changes > 0; changes -= 1) {
    const holder = random.pick(holders)
    const keys = Object.keys(holder)
    if (keys.length === 0) continue
    const key = random.pick(keys)
    const change = random.int(0, 3)
    if (change === 0) delete holder[key]
    else if (change === 1) holder[key] = oddValue(random)
    else if (change === 2) exchange(holder, key, random.pick(keys))
    else if (Array.isArray(holder)) holder.splice(random.int(0, holder.length), 0, oddValue(random))
  }
}

/** A copy, because a later change may reach into it. */
function oddValue(random: Random): unknown {
  return structuredClone(random.pick(ODD_VALUES))
}

type Holder = Record<string, unknown>

function exchange(holder: Holder, one: string, other: string): void {
  const kept = holder[one]
  holder[one] = holder[other]
  holder[other] = kept
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All lists and objects of a tree, the root first. */
function holdersIn(root: unknown): Holder[] {
  const holders: Holder[] = []
  const open: unknown[] = [root]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    // Safe: lists are only read and written by their own keys here.
    holders.push(node as Holder)
    open.push(...Object.values(node))
  }
  return holders
}
