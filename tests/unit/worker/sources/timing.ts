/**
 * Milliseconds of CPU of the fastest of a few runs. What else the machine does makes a run slow by chance, a slow
 * algorithm makes all of them slow.
 */
export function fastestMs(run: () => unknown, runs = 9): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i += 1) {
    const before = performance.now()
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    fastest = Math.min(fastest, (user + system) / 1000, performance.now() - before)
  }
  return fastest
}
