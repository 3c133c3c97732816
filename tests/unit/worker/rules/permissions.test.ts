import { expect, test } from 'vitest'
import {
  type Action,
  can,
  INSUFFICIENT_PERMISSIONS,
  isRole,
  mayManage,
  ROLES,
  type Role,
} from '#worker/rules/permissions.ts'

const EVERYONE: Role[] = ['owner', 'admin', 'member', 'viewer']
const WRITERS: Role[] = ['owner', 'admin', 'member']
const MANAGERS: Role[] = ['owner', 'admin']

/** Table of the security design, row by row; a new action does not compile until it is listed here. */
const ALLOWED: Record<Action, Role[]> = {
  'reviews.read': EVERYONE,
  'reviews.answer': WRITERS,
  'replies.post': WRITERS,
  'collection.start': WRITERS,
  'reviews.import': WRITERS,
  'reviews.ask': WRITERS,
  'businesses.create': WRITERS,
  'businesses.update': WRITERS,
  'businesses.delete': MANAGERS,
  'reports.make': WRITERS,
  'recipients.manage': MANAGERS,
  'organization.read': EVERYONE,
  'organization.update': MANAGERS,
  'organization.export': MANAGERS,
  'members.manage': MANAGERS,
  'api.manage': MANAGERS,
  'organization.own': ['owner'],
}

const ROWS = Object.entries(ALLOWED) as [Action, Role[]][]

test.each(ROWS)('%s is allowed for %j', (action, allowed) => {
  expect(ROLES.filter((role) => can(role, action))).toEqual(allowed)
})

test.each(['', 'root', 'Owner', 'constructor'])('the unknown role %j has no permissions', (role) => {
  expect(isRole(role)).toBe(false)
  for (const [action] of ROWS) expect(can(role, action)).toBe(false)
})

test('the error for a missing role is as specified', () => {
  expect(INSUFFICIENT_PERMISSIONS).toBe('Insufficient permissions')
})

test.each([
  ['owner', ['owner', 'admin', 'member', 'viewer']],
  ['admin', ['member', 'viewer']],
  ['member', []],
  ['viewer', []],
] as const)('a member with the role %s can manage %j', (own, others) => {
  expect(ROLES.filter((other) => mayManage(own, other))).toEqual(others)
})
