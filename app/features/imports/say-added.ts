import { toast } from '#app/components/ui/toast-store.ts'
import type { ImportCounts } from '#worker/rules/imports.ts'

/** Says what became of one review that somebody added. */
export function sayAdded({ stored, updated, overQuota }: ImportCounts, whereNothingFits: string): void {
  if (stored > 0) toast.success('The review is added.')
  else if (updated > 0) toast.success('The review was here already; what was missing is filled in.')
  else if (overQuota > 0) toast.warning(whereNothingFits)
  else toast.success('The review is here already.')
}
