import type { ShownFault } from '#worker/rules/remedies.ts'
import type { BusinessOverview } from '#worker/rules/views.ts'

/** A business as the screen lists it. */
export type ListedBusiness = Omit<BusinessOverview, 'faults'> & { faults: ShownFault[] }
