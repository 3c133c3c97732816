import { createBusiness, updateBusiness } from '../businesses/create.ts'
import { businessStats, countBusinesses, getBusiness, listBusinesses } from '../businesses/list.ts'
import { bringBackBusiness, removeBusiness } from '../businesses/remove.ts'
import { addSample } from '../imports/add-sample.ts'
import { watchBusiness } from '../insights/alarms/check-due.ts'
import { readAnew } from '../insights/reading/readings.ts'
import {
  BusinessId,
  BusinessStatsInput,
  CountBusinessesInput,
  CreateBusinessInput,
  ListBusinessesInput,
  UpdateBusinessInput,
} from '../rules/businesses.ts'
import { allowedTo, failsWith, member, router, verb } from './init.ts'

export const businessesRouter = router({
  list: member.input(ListBusinessesInput).use(failsWith(listFailure)).query(verb(listBusinesses)),
  get: member.input(BusinessId).use(failsWith('Failed to fetch business: {reason}')).query(verb(getBusiness)),
  count: member
    .input(CountBusinessesInput)
    .use(
      failsWith(({ isActive }: CountBusinessesInput) =>
        isActive ? 'Failed to get active business count: {reason}' : 'Failed to get business count: {reason}',
      ),
    )
    .query(verb(countBusinesses)),
  stats: member
    .input(BusinessStatsInput)
    .use(failsWith('Failed to get business count: {reason}'))
    .query(verb(businessStats)),
  create: allowedTo('businesses.create')
    .meta({ signedOut: 'User not authenticated' })
    .input(CreateBusinessInput)
    .use(failsWith('Failed to create business: {reason}'))
    .mutation(({ ctx, input }) => createBusiness(ctx, input, watchBusiness)),
  addSample: allowedTo('businesses.create').mutation(verb(addSample)),
  update: allowedTo('businesses.update')
    .input(UpdateBusinessInput)
    .use(failsWith('Failed to update business: {reason}'))
    .mutation(({ ctx, input }) => updateBusiness(ctx, input, readAnew)),
  remove: allowedTo('businesses.delete')
    .input(BusinessId)
    .use(failsWith('Failed to delete business: {reason}'))
    .mutation(verb(removeBusiness)),
  bringBack: allowedTo('businesses.delete').input(BusinessId).mutation(verb(bringBackBusiness)),
})

/** Picks the message by the kind of list: a search that also filters counts as a search. */
function listFailure({ search, isActive }: ListBusinessesInput): string {
  if (search !== undefined) return 'Failed to search businesses: {reason}'
  if (isActive !== undefined) return 'Failed to filter businesses: {reason}'
  return 'Failed to fetch businesses: {reason}'
}
