import type { MemberContext } from '../context.ts'
import { balanceOf, balanceQuery, ledgerPage, ledgerQuery } from '../credits/credits.ts'
import type { CreditsView } from '../rules/credits.ts'

export async function creditsScreen(ctx: MemberContext): Promise<CreditsView> {
  const [balance, entries] = await ctx.db.batch([balanceQuery(ctx), ledgerQuery(ctx)])
  return { balance: balanceOf(ctx, balance.results), ledger: ledgerPage(entries) }
}
