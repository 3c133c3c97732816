import * as v from 'valibot'
import type { BusinessChoice } from './businesses.ts'
import {
  Email,
  NullableEmail,
  NullablePictureUrl,
  NullableUrl,
  nameString,
  nullableString,
  uuid,
} from './fields.ts'
import type { ModelAgreementView } from './language-model.ts'
import { canBeLimited, type Role } from './permissions.ts'
import { REPLY_DELAYS } from './responses.ts'

const NAMELESS_SLUG = 'organization'

/** Slug of lower-case letters, digits and hyphens. Not unique: the caller appends -1, -2 and so on when storing it. */
export function slugFrom(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .split(/[\s-]+/)
    .filter(Boolean)
    .join('-')
  return slug || NAMELESS_SLUG
}

/** Roles that can be given by an invitation or a role change; ownership is transferred instead. */
export const INVITED_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly Role[]
export type InvitedRole = (typeof INVITED_ROLES)[number]

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
}

export const INVITATION_DAYS = 7
/** Organizations one account may own. Limited because each organization has its own quotas. */
export const MAX_OWNED_ORGANIZATIONS = 5
export const ORGANIZATION_GONE = 'You are not a member of this organization.'
export const INVITATION_GONE = 'This invitation no longer works. Ask for a new one.'
export const MEMBER_GONE = 'This person is no longer a member.'

export interface OrganizationItem {
  id: string
  name: string
  slug: string
  role: Role
  plan: string
  isCurrent: boolean
}

export interface OrganizationView {
  id: string
  name: string
  role: Role
  plan: string
  website: string | null
  industry: string | null
  /** Null unless the viewer manages the organization. */
  billingEmail: string | null
  replyDelayMinutes: number
}

export interface MemberView {
  userId: string
  fullName: string
  email: string
  avatarUrl: string | null
  role: Role
  suggestsOnly: boolean
  joinedAt: string
  isYou: boolean
}

export interface InvitationView {
  id: string
  email: string
  role: InvitedRole
  /** Null for all businesses. */
  businessIds: readonly string[] | null
  expiresAt: string
  isExpired: boolean
}

export interface TeamView {
  organization: OrganizationView
  members: MemberView[]
  /** Null if the viewer can't invite. */
  invitations: InvitationView[] | null
  /** `used` counts members and open invitations, `open` the invitations only. */
  seats: { included: number; used: number; open: number }
  organizations: OrganizationItem[]
  /** Members who are limited to some businesses; null unless the viewer manages members. */
  access: TeamAccess | null
  /** Null unless the viewer owns the organization and the deployment has a language model. */
  modelAgreement: ModelAgreementView | null
}

export interface TeamAccess {
  businesses: BusinessChoice[]
  /** Ids of visible businesses by member id. Members who see all businesses are left out. */
  limits: Record<string, readonly string[]>
}

export interface InvitationOffer {
  organizationName: string
  /** Null if the inviter's account is gone. The name is user input and may be empty. */
  inviter: { name: string; email: string } | null
  email: string
  role: InvitedRole
  /** Businesses the new member will see; null for all. */
  businessCount: number | null
  /** True if the invited address has an account, verified or not. */
  hasAccount: boolean
  /** Null if nobody is signed in. */
  isYours: boolean | null
}

/** Includes reviews that the plan doesn't show. */
export interface OrganizationStats {
  totalUsers: number
  totalBusinesses: number
  totalReviews: number
  /** One decimal; 0 without reviews. */
  averageRating: number
  activeSubscription: boolean
  seatsUsed: number
  seatsRemaining: number
}

const Name = nameString(120, 'Name', 'Enter the name of the organization.')
const DETAILS = {
  description: v.optional(nullableString(2_000, 'Description')),
  website: v.optional(NullableUrl),
  industry: v.optional(nullableString(120, 'Industry')),
  companySize: v.optional(nullableString(40, 'Company size')),
  logoUrl: v.optional(NullablePictureUrl),
  billingEmail: v.optional(NullableEmail),
}

const ReplyDelayMinutes = v.picklist(REPLY_DELAYS, 'Choose 0, 1 or 10 minutes.')

export const CreateOrganizationInput = v.object({ name: Name, ...DETAILS })
export type CreateOrganizationInput = v.InferOutput<typeof CreateOrganizationInput>

/** Absent fields stay unchanged. */
export const UpdateOrganizationInput = v.object({
  name: v.optional(Name),
  ...DETAILS,
  replyDelayMinutes: v.optional(ReplyDelayMinutes),
})
export type UpdateOrganizationInput = v.InferOutput<typeof UpdateOrganizationInput>

export const OrganizationId = v.object({ id: uuid(ORGANIZATION_GONE) })
export type OrganizationId = v.InferOutput<typeof OrganizationId>

/** Defaults to the current organization. */
export const OrganizationChoice = v.optional(v.object({ id: v.optional(uuid(ORGANIZATION_GONE)) }), {})

const InvitedRole = v.picklist(INVITED_ROLES, 'Choose admin, member or viewer.')

export const InvitationId = v.object({ invitationId: uuid(INVITATION_GONE) })
export type InvitationId = v.InferOutput<typeof InvitationId>

export const MemberId = v.object({ userId: uuid(MEMBER_GONE) })
export type MemberId = v.InferOutput<typeof MemberId>

/** Maximum businesses in one choice, more than any plan allows. */
const MAX_CHOSEN = 100
export const BUSINESSES_GONE = 'Choose businesses of this organization.'
/** Null for all businesses. */
const BusinessLimit = v.nullable(
  v.pipe(
    v.array(uuid(BUSINESSES_GONE)),
    v.minLength(1, 'Choose at least one business, or all of them.'),
    v.maxLength(MAX_CHOSEN, BUSINESSES_GONE),
  ),
)

export const InviteInput = v.pipe(
  v.object({ email: Email, role: InvitedRole, businessIds: v.optional(BusinessLimit, null) }),
  v.check(
    ({ role, businessIds }) => businessIds === null || canBeLimited(role),
    'Admins see all businesses.',
  ),
)
export type InviteInput = v.InferOutput<typeof InviteInput>

export const LimitMemberInput = v.object({ ...MemberId.entries, businessIds: BusinessLimit })
export type LimitMemberInput = v.InferOutput<typeof LimitMemberInput>

export const ChangeRoleInput = v.object({ ...MemberId.entries, role: InvitedRole })
export type ChangeRoleInput = v.InferOutput<typeof ChangeRoleInput>

export const RequireApprovalInput = v.object({
  ...MemberId.entries,
  suggestsOnly: v.boolean('Choose whether their replies need approval.'),
})
export type RequireApprovalInput = v.InferOutput<typeof RequireApprovalInput>
