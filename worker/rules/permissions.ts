/** Roles inside an organization, from the strongest to the weakest. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Said to someone whose role in their own organization does not allow what they tried. */
export const INSUFFICIENT_PERMISSIONS = 'Insufficient permissions'

/** The weakest role that may do it; every stronger role may too. */
const WEAKEST_ROLE = {
  'reviews.read': 'viewer',
  'reviews.answer': 'member',
  'collection.start': 'member',
  'reviews.import': 'member',
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
  /** Paying for it, passing it on, and reading who did what in it. */
  'organization.own': 'owner',
} as const satisfies Record<string, Role>

export type Action = keyof typeof WEAKEST_ROLE

export function isRole(role: string): role is Role {
  return ROLES.some((known) => known === role)
}

/** False for a role that does not exist. */
export function can(role: string, action: Action): boolean {
  return isRole(role) && ROLES.indexOf(role) <= ROLES.indexOf(WEAKEST_ROLE[action])
}

/** Whether someone may give a role to, or take one from, somebody: it has to be weaker than their own, unless they own all. */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (can(own, 'members.manage') && ROLES.indexOf(own) < ROLES.indexOf(other))
}

/** Whether members of a role can be limited to some businesses: who manages members could lift their own limit. */
export function canBeLimited(role: string): boolean {
  return !can(role, 'members.manage')
}
