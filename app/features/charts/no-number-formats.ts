// What the server's bundle has instead of `d3-format`: our axes format numbers as the rest of the screen does.

function unused(): never {
  throw new Error('Charts format no numbers themselves.')
}

export const format = unused
export const formatPrefix = unused
export const formatSpecifier = unused
export const precisionFixed = unused
export const precisionPrefix = unused
export const precisionRound = unused
