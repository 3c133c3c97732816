import * as v from 'valibot'
import type { BusinessChoice } from './views.ts'

/** How long a deleted account can be kept after all. */
export const UNDO_DAYS = 14

/** Where a deleted account can be kept. */
export const KEEP_ACCOUNT_PATH = '/keep-account'

export const KeepAccountToken = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })
export type KeepAccountToken = v.InferOutput<typeof KeepAccountToken>

/** What goes with an account, before it is deleted. */
export interface DeletionPreview {
  /** Organizations without another member: they go with everything in them. */
  goes: { id: string; name: string; businesses: number; reviews: number; hasPlan: boolean }[]
  /** Organizations of others, which the person leaves. */
  leaves: { id: string; name: string }[]
  /** Organizations that need another owner first. */
  needsOwner: { id: string; name: string }[]
}

export interface PendingDeletion {
  email: string
  /** ISO 8601 in UTC. */
  eraseAt: string
}

/** Something that is kept for so long. */
export interface RetentionRule {
  what: string
  kept: string
}

export interface DataManagementView {
  deletion: DeletionPreview
  retention: readonly RetentionRule[]
  /** Those of the present organization that the caller may see. */
  businesses: BusinessChoice[]
}
