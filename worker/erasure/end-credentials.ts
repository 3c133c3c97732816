import { endConnectionsOfUnproven } from '../connections/remove.ts'
import type { BackgroundContext } from '../context.ts'
import { endAllKeysOf } from '../identity/keys/keys.ts'
import { endMailAddressesOf } from '../imports/mail-address.ts'
import { endReportLinksOf } from '../insights/reports/report-link.ts'
import { endOperation } from '../operation/instance.ts'
import { endPostLinksOf } from '../responses/post-links.ts'

/**
 * Statements that end everything that acts for an account without a session: keys, forwarding addresses, links of
 * reports and alerts, and connections of an unverified address. They also end operator rights, which a mailbox alone
 * must not grant. Run them before the statement that verifies the address.
 */
export function endCredentials(ctx: BackgroundContext, userId: string) {
  return [
    endAllKeysOf(ctx, userId),
    endMailAddressesOf(ctx, userId),
    endReportLinksOf(ctx, userId),
    endPostLinksOf(ctx, userId),
    endConnectionsOfUnproven(ctx, userId),
    endOperation(ctx, userId),
  ]
}
