/** What the yardstick takes on the machine that limits in milliseconds are meant for. */
const YARDSTICK_MS = 10
const TRIES = 20

const WORDS = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ id: i, text: `review &amp; ${i}` })))

/** Parsing and matching, as parsers and validators do it. */
function yardstick(): unknown {
  return JSON.parse(WORDS.replace(/&(\w+);/g, (_, name: string) => (name === 'amp' ? '+' : name)))
}

/**
 * Milliseconds of CPU that a run takes on a machine of the usual speed: the fastest of a few tries, each held against a
 * yardstick that is timed beside it, for about as long. What else the machine does makes a try slow by chance and a slow
 * machine makes both slow; a slow algorithm makes every try slow.
 *
 * @param enoughMs a try that takes no longer than this ends the measuring
 */
export function fastestMs(run: () => unknown, enoughMs = 50): number {
  let fastest = cpuMs(run)
  for (let tried = 1; tried < TRIES && fastest >= enoughMs; tried += 1) {
    const taken = cpuMs(run)
    fastest = Math.min(fastest, taken * usualShare(taken))
  }
  return fastest
}

/** What part of its time a run just now would have taken on a machine of the usual speed; 1 on one that is as fast. */
function usualShare(ms: number): number {
  let measured = 0
  let yardsticks = 0
  do {
    measured += cpuMs(yardstick)
    yardsticks += 1
  } while (measured < ms)
  return Math.min(1, (YARDSTICK_MS * yardsticks) / measured)
}

/** Garbage collection on other threads counts as CPU, waiting counts as time; the smaller one is the run's own. */
function cpuMs(run: () => unknown): number {
  const before = performance.now()
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return Math.min((user + system) / 1000, performance.now() - before)
}
