import type { DeletionPreview } from './account-deletion.ts'

/** Something that is kept for so long. */
export interface RetentionRule {
  what: string
  kept: string
}

export interface DataManagementView {
  deletion: DeletionPreview
  retention: readonly RetentionRule[]
}
