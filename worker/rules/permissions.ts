/** Roles from the strongest to the weakest. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const INSUFFICIENT_PERMISSIONS = 'Insufficient permissions'

/** Every stronger role is allowed too. */
const WEAKEST_ROLE = {
  'reviews.read': 'viewer',
  /** Working on reviews: drafts, suggested replies, assignments, 'no reply needed'. */
  'reviews.answer': 'member',
  /** Deciding what guests read. Members whose replies need approval may not. */
  'replies.post': 'member',
  'collection.start': 'member',
  'reviews.import': 'member',
  'reviews.ask': 'member',
  'businesses.create': 'member',
  'businesses.update': 'member',
  'businesses.delete': 'admin',
  'reports.make': 'member',
  'recipients.manage': 'admin',
  'organization.read': 'viewer',
  'organization.update': 'admin',
  'organization.export': 'admin',
  'members.manage': 'admin',
  'api.manage': 'admin',
  /** Billing, transferring ownership and reading the audit log. */
  'organization.own': 'owner',
} as const satisfies Record<string, Role>

export type Action = keyof typeof WEAKEST_ROLE

export function isRole(role: string): role is Role {
  return ROLES.some((known) => known === role)
}

/** False for an unknown role. */
export function can(role: string, action: Action): boolean {
  return isRole(role) && ROLES.indexOf(role) <= ROLES.indexOf(WEAKEST_ROLE[action])
}

export interface Authority {
  role: string
  suggestsOnly: boolean
}

/** A member whose replies need approval may not post replies, whatever their role. */
export function may({ role, suggestsOnly }: Authority, action: Action): boolean {
  return can(role, action) && !(suggestsOnly && action === 'replies.post')
}

/** False for roles that manage members, because such members could lift the requirement themselves. */
export function canNeedApproval(role: string): boolean {
  return can(role, 'replies.post') && !can(role, 'members.manage')
}

/**
 * An owner may assign or remove every role. Others who manage members may do so only for roles weaker than their own.
 */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (can(own, 'members.manage') && ROLES.indexOf(own) < ROLES.indexOf(other))
}

/** False for roles that manage members, because such members could lift their own limit. */
export function canBeLimited(role: string): boolean {
  return !can(role, 'members.manage')
}
