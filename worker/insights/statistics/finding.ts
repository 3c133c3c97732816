/** What can be said once there is enough to say it; until then, how much is missing. `needed` is never 0 where it is not known. */
export type Finding<T> = ({ known: true } & T) | { known: false; needed: number }

export function notYet(needed: number): { known: false; needed: number } {
  return { known: false, needed }
}
