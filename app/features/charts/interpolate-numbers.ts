// What the server's bundle has instead of `d3-interpolate`: our scales go from numbers to numbers, never from colour to colour.

export function interpolateNumber(from: number, to: number): (share: number) => number {
  return (share) => from * (1 - share) + to * share
}

export function interpolateRound(from: number, to: number): (share: number) => number {
  const between = interpolateNumber(from, to)
  return (share) => Math.round(between(share))
}

/** Of scales that we don't use. */
export function piecewise(): never {
  throw new Error('Our charts have no such scale.')
}

export { interpolateNumber as interpolate }
