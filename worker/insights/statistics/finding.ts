import type { Finding } from '../../rules/insights.ts'

export type { Finding }

/** What can't be said yet. */
export function notYet(needed: number): { known: false; needed: number } {
  return { known: false, needed }
}
