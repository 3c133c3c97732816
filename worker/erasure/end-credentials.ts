import { endConnectionsOfUnproven } from '../connections/remove.ts'
import type { BackgroundContext } from '../context.ts'
import { endAllKeysOf } from '../identity/keys/keys.ts'
import { endMailAddressesOf } from '../imports/mail-address.ts'
import { endReportLinksOf } from '../insights/reports/report-link.ts'
import { endOperation } from '../operation/instance.ts'

/**
 * The statements that end what acts for an account without a session: keys, forwarding addresses, links of reports, and
 * connections of an address that nobody has proven. Nobody operates the instance by a mailbox alone, either. They come before the statement that proves it.
 */
export function endCredentials(ctx: BackgroundContext, userId: string) {
  return [
    endAllKeysOf(ctx, userId),
    endMailAddressesOf(ctx, userId),
    endReportLinksOf(ctx, userId),
    endConnectionsOfUnproven(ctx, userId),
    endOperation(ctx, userId),
  ]
}
