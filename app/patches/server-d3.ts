// In place of `d3-interpolate` and `d3-format` in the server's bundle, 8 KB of the worker, compressed: our scales go from numbers to
// numbers, never from colour to colour, and our axes format numbers as the rest of the screen does. The browser tests of the charts
// compare what both sides draw. It can go when the worker has no limit of size.

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

function unused(): never {
  throw new Error('Charts format no numbers themselves.')
}

export const format = unused
export const formatPrefix = unused
export const formatSpecifier = unused
export const precisionFixed = unused
export const precisionPrefix = unused
export const precisionRound = unused
