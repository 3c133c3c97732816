import { sql } from 'drizzle-orm'
import type { SignedInContext } from '../context.ts'
import type { DeletionPreview } from '../rules/account-deletion.ts'

interface Row {
  id: string
  name: string
  role: string
  members: number
  owners: number
  businesses: number
  reviews: number
  hasPlan: number
}

/** Lists what is deleted with the caller's account. @param results the rows of `membershipsQuery` */
export function whatGoes({ results }: { results: Row[] }): DeletionPreview {
  const shared = results.filter(({ members }) => members > 1)
  const isLastOwner = ({ role, owners }: Row) => role === 'owner' && owners === 1
  return {
    goes: results
      .filter(({ members }) => members === 1)
      .map(({ id, name, businesses, reviews, hasPlan }) => ({
        ...{ id, name, businesses, reviews },
        hasPlan: hasPlan === 1,
      })),
    leaves: shared.filter((row) => !isLastOwner(row)).map(({ id, name }) => ({ id, name })),
    needsOwner: shared.filter(isLastOwner).map(({ id, name }) => ({ id, name })),
  }
}

/** Reviews are summed up from the daily rows; those of samples are nobody's. */
export function membershipsQuery(ctx: SignedInContext) {
  return ctx.db.statement<Row>(sql`
    SELECT organization.id, organization.name, own.role,
      (SELECT count(*) FROM organization_users AS member
        WHERE member.organization_id = organization.id AND member.is_active = 1) AS members,
      (SELECT count(*) FROM organization_users AS member
        WHERE member.organization_id = organization.id AND member.is_active = 1 AND member.role = 'owner') AS owners,
      (SELECT count(*) FROM businesses WHERE businesses.organization_id = organization.id AND is_sample = 0) AS businesses,
      (SELECT coalesce(sum(review_count), 0) FROM review_daily_stats JOIN businesses ON businesses.id = business_id
        WHERE businesses.organization_id = organization.id AND is_sample = 0) AS reviews,
      EXISTS (SELECT 1 FROM organization_billing AS paid WHERE paid.organization_id = organization.id
        AND paid.status IN ('active', 'past_due') AND paid.cancels_at IS NULL) AS hasPlan
    FROM organization_users AS own JOIN organizations AS organization ON organization.id = own.organization_id
    WHERE own.user_id = ${ctx.session.user.id} AND own.is_active = 1
    ORDER BY own.joined_at`)
}
