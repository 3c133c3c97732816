import type { ShownFault } from '#worker/rules/remedies.ts'
import type { BusinessOverview, FailedParts } from '#worker/screens/businesses-screen.ts'

/** A business as listed on screen. Parts named in `unread` are unknown, not empty. */
export type ListedBusiness = Omit<BusinessOverview, 'faults'> & {
  faults: ShownFault[]
  unread: Pick<FailedParts, 'figures' | 'sources'>
  /** True if nothing tells what kind of place it is: then its owner is asked. */
  asksKind: boolean
}
