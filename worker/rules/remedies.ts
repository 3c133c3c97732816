import type { Platform } from './platforms.ts'

/** The one thing an owner can do about a source. */
export type Remedy =
  | 'connect'
  | 'reconnect'
  | 'add_link'
  | 'correct_link'
  | 'import'
  | 'see_plans'
  | 'switch_on'

/** A source from which nothing comes in: what keeps it, and what its owner can do. */
export interface SourceFault {
  businessId: string
  businessName: string
  platform: Platform
  headline: string
  /** Why it is so and what comes next, in sentences. */
  text: string
  /** Null where it passes by itself. */
  remedy: Remedy | null
}
