import * as v from 'valibot'
import type { BusinessChoice } from './businesses.ts'

/** Days in which the deletion of an account can be undone. */
export const UNDO_DAYS = 14

/** Page that undoes the deletion of an account. */
export const KEEP_ACCOUNT_PATH = '/keep-account'

export const KeepAccountToken = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })
export type KeepAccountToken = v.InferOutput<typeof KeepAccountToken>

/** Preview of what is removed with an account, shown before its deletion is confirmed. */
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

/** A kind of data and how long it is retained. */
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
