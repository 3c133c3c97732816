import * as v from 'valibot'
import type { BusinessChoice } from './businesses.ts'

export const UNDO_DAYS = 14

export const KEEP_ACCOUNT_PATH = '/keep-account'

export const KeepAccountToken = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })
export type KeepAccountToken = v.InferOutput<typeof KeepAccountToken>

export interface DeletionPreview {
  /** Organizations with no other member; they are deleted with everything in them. */
  goes: { id: string; name: string; businesses: number; reviews: number; hasPlan: boolean }[]
  /** Organizations with other members; the person only leaves them. */
  leaves: { id: string; name: string }[]
  /** Organizations whose ownership has to be transferred first. */
  needsOwner: { id: string; name: string }[]
}

export interface PendingDeletion {
  email: string
  /** ISO 8601 in UTC. */
  eraseAt: string
}

export interface RetentionRule {
  what: string
  kept: string
}

export interface DataManagementView {
  deletion: DeletionPreview
  retention: readonly RetentionRule[]
  /** Businesses of the current organization that the caller can see. */
  businesses: BusinessChoice[]
}
