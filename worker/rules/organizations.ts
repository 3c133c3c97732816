import * as v from 'valibot'
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
import type { BusinessChoice } from './views.ts'

const NAMELESS_SLUG = 'organization'

/** Lower-case letters, digits and hyphens, without accents. Not unique: whoever stores it adds -1, -2 and so on. */
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

/** Every other role is given by an invitation or a change; ownership passes by a transfer. */
export const INVITED_ROLES = ['admin', 'member', 'viewer'] as const satisfies readonly Role[]
export type InvitedRole = (typeof INVITED_ROLES)[number]

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
}

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7
/** Organizations that one account may own: each has limits of its own. */
export const MAX_OWNED_ORGANIZATIONS = 5
export const ORGANIZATION_GONE = 'You are not a member of this organization.'
export const INVITATION_GONE = 'This invitation no longer works. Ask for a new one.'
export const MEMBER_GONE = 'This person is no longer a member.'

/** An organization as its members see it in a list. */
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
  /** Null for who does not manage the organization. */
  billingEmail: string | null
}

export interface MemberView {
  userId: string
  fullName: string
  email: string
  avatarUrl: string | null
  role: Role
  joinedAt: string
  isYou: boolean
}

export interface InvitationView {
  id: string
  email: string
  role: InvitedRole
  /** The only businesses that they will see; null for all. */
  businessIds: readonly string[] | null
  expiresAt: string
  isExpired: boolean
}

/** The Team screen. */
export interface TeamView {
  organization: OrganizationView
  members: MemberView[]
  /** Null for who may not invite. */
  invitations: InvitationView[] | null
  /** `used` are members and open invitations, `open` the invitations among them. */
  seats: { included: number; used: number; open: number }
  /** All that the viewer can go on in. */
  organizations: OrganizationItem[]
  /** Who of the members sees only some businesses; null for who does not manage them. */
  access: TeamAccess | null
  /** Null for who does not own the organization, and where the deployment has no language model. */
  modelAgreement: ModelAgreementView | null
}

export interface TeamAccess {
  businesses: BusinessChoice[]
  /** The ids of the businesses that somebody sees, by the member's id; who sees all is left out. */
  limits: Record<string, readonly string[]>
}

/** What the link of an invitation is about. */
export interface InvitationOffer {
  organizationName: string
  /** Null where that account is gone. The name is what they typed, and may be empty. */
  inviter: { name: string; email: string } | null
  email: string
  role: InvitedRole
  /** How many businesses whoever joins will see; null for all. */
  businessCount: number | null
  /** Whether the invited address has an account, proven or not. */
  hasAccount: boolean
  /** Whether it is for the account that is signed in; null where none is. */
  isYours: boolean | null
}

/** Of all there is in an organization, whatever its plan shows. */
export interface OrganizationStats {
  totalUsers: number
  totalBusinesses: number
  totalReviews: number
  /** One decimal; 0 without a review. */
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

export const CreateOrganizationInput = v.object({ name: Name, ...DETAILS })
export type CreateOrganizationInput = v.InferOutput<typeof CreateOrganizationInput>

/** What is left out stays. */
export const UpdateOrganizationInput = v.object({ name: v.optional(Name), ...DETAILS })
export type UpdateOrganizationInput = v.InferOutput<typeof UpdateOrganizationInput>

export const OrganizationId = v.object({ id: uuid(ORGANIZATION_GONE) })
export type OrganizationId = v.InferOutput<typeof OrganizationId>

/** Which organization a call is about; the present one where it is left out. */
export const OrganizationChoice = v.optional(v.object({ id: v.optional(uuid(ORGANIZATION_GONE)) }), {})

const InvitedRole = v.picklist(INVITED_ROLES, 'Choose admin, member or viewer.')

export const InvitationId = v.object({ invitationId: uuid(INVITATION_GONE) })
export type InvitationId = v.InferOutput<typeof InvitationId>

export const MemberId = v.object({ userId: uuid(MEMBER_GONE) })
export type MemberId = v.InferOutput<typeof MemberId>

/** More businesses than any plan has. */
const MAX_CHOSEN = 100
export const BUSINESSES_GONE = 'Choose businesses of this organization.'
/** The only businesses that a member sees; null for all. */
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
