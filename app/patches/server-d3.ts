// Replaces `d3-interpolate` and `d3-format` in the server's bundle: saves 8 KB of the worker, compressed. Our scales
// map numbers to numbers, never colors to colors, and our axes format numbers like the rest of the screen. The
// charts' browser tests compare what both sides draw. Remove it when the worker has no size limit.

export function interpolateNumber(from: number, to: number): (share: number) => number {
  return (share) => from * (1 - share) + to * share
}

export function interpolateRound(from: number, to: number): (share: number) => number {
  const between = interpolateNumber(from, to)
  return (share) => Math.round(between(share))
}

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
