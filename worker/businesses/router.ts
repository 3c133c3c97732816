import { allowedTo, member, router } from '../api/init.ts'
import {
  BusinessId,
  BusinessStatsInput,
  CreateBusinessInput,
  ListBusinessesInput,
  UpdateBusinessInput,
} from '../rules/businesses.ts'
import { countBusinesses } from './count.ts'
import { createBusiness } from './create.ts'
import { getBusiness } from './get.ts'
import { listBusinesses } from './list.ts'
import { removeBusiness } from './remove.ts'
import { businessStats } from './stats.ts'
import { updateBusiness } from './update.ts'

export const businessesRouter = router({
  list: member.input(ListBusinessesInput).query(({ ctx, input }) => listBusinesses(ctx, input)),
  get: member.input(BusinessId).query(({ ctx, input }) => getBusiness(ctx, input)),
  count: member.query(({ ctx }) => countBusinesses(ctx)),
  stats: member.input(BusinessStatsInput).query(({ ctx, input }) => businessStats(ctx, input)),
  create: allowedTo('businesses.create')
    .input(CreateBusinessInput)
    .mutation(({ ctx, input }) => createBusiness(ctx, input)),
  update: allowedTo('businesses.create')
    .input(UpdateBusinessInput)
    .mutation(({ ctx, input }) => updateBusiness(ctx, input)),
  remove: allowedTo('businesses.delete')
    .input(BusinessId)
    .mutation(({ ctx, input }) => removeBusiness(ctx, input)),
})
