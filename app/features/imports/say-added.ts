import { toast } from '#app/components/ui/toast-store.ts'
import type { ImportCounts } from '#worker/rules/imports.ts'

export function sayAdded({ stored, updated, overQuota }: ImportCounts, whereNothingFits: string): void {
  if (stored > 0) toast.success('Review added.')
  else if (updated > 0) toast.success('You already had this review; we filled in what was missing.')
  else if (overQuota > 0) toast.warning(whereNothingFits)
  else toast.success('You already have this review.')
}
