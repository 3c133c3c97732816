import type { MemberContext } from '../context.ts'
import type { BusinessId } from '../rules/businesses.ts'
import type { BusinessView } from '../rules/views.ts'
import { businessView } from './business-view.ts'
import { requireBusiness } from './require-business.ts'

/** @throws DomainError `not_found` */
export async function getBusiness(ctx: MemberContext, input: BusinessId): Promise<BusinessView> {
  return businessView(await requireBusiness(ctx, input.id))
}
