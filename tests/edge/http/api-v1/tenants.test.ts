import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { newKey } from '#tests/edge/support/keys.ts'
import {
  createTenant,
  digestOf,
  digestOfBusiness,
  limitElsewhere,
  nobodysObjects,
  type Tenant,
  textsOfBusiness,
} from '#tests/edge/support/tenant.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { volume } from '#tests/volume.ts'
import { OPERATIONS } from '#worker/http/api-v1/operations.ts'
import { KEY_SCOPES } from '#worker/rules/api-keys.ts'
import { ROLES, type Role } from '#worker/rules/permissions.ts'
import { OPEN_TO_KEYS } from '#worker/rules/tokens.ts'
import { askOperation } from './requests.ts'

const test = base
  .extend('victim', () => createTenant('canaryvictim', Date.now()))
  .extend('intruder', () => createTenant('canarystranger', Date.now()))

/** The weakest role that an operation needs. */
function roleFor(procedure: string): Role {
  if (procedure === 'businesses.remove') return 'admin'
  return OPEN_TO_KEYS.read.includes(procedure) ? 'viewer' : 'member'
}

/** The tenant's stored rows, except keys and counters, which every call changes. */
async function stored(tenant: Tenant) {
  const { api_keys: _keys, attempts: _attempts, ...rows } = await digestOf(tenant)
  return rows
}

function change(sql: string, { account }: Tenant) {
  return env.DB.prepare(sql).bind(account.organizationId).run()
}

// Keys are checked before any operation, so a few operations stand for the others.
describe.each(OPERATIONS.slice(0, volume(4, OPERATIONS.length)))('$id', (operation) => {
  test.for<[string, string | null, number]>([
    ['no key at all', null, 401],
    ['a key that expired', 'UPDATE api_keys SET expires_at = 1 WHERE organization_id = ?', 401],
    ['a key that was revoked', 'DELETE FROM api_keys WHERE organization_id = ?', 401],
    ['a removed member', 'UPDATE organization_users SET is_active = 0 WHERE organization_id = ?', 401],
    [
      'a plan that was lost',
      "UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?",
      403,
    ],
  ])('is refused: %s', async ([_, sql, status], { victim }) => {
    const { key } = await newKey(victim.account)
    if (sql !== null) await change(sql, victim)
    const before = await stored(victim)
    const answer = await askOperation(sql === null ? null : key, operation, victim)
    expect(answer.json).toMatchObject({ status, errors: [], detail: expect.any(String) })
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain(victim.canary)
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
    expect(await stored(victim)).toEqual(before)
  })
})

const REFUSED = [403, 'Insufficient permissions']

test('every operation is refused to a key without its scope', async ({ victim }) => {
  for (const operation of OPERATIONS) {
    const others = KEY_SCOPES.filter((scope) => !OPEN_TO_KEYS[scope].includes(operation.procedure))
    const { key } = await newKey(victim.account, { scopes: others })
    const answer = await askOperation(key, operation, victim)
    expect([operation.id, answer.status, answer.json.detail]).toEqual([operation.id, ...REFUSED])
    // There are more operations than an organization may have keys.
    await change('DELETE FROM api_keys WHERE organization_id = ?', victim)
  }
})

test('every operation is refused to the keys of weaker roles', async ({ victim }) => {
  const { key } = await newKey(victim.account)
  for (const role of ROLES) {
    await change(`UPDATE organization_users SET role = '${role}' WHERE organization_id = ?`, victim)
    for (const operation of OPERATIONS) {
      if (ROLES.indexOf(role) <= ROLES.indexOf(roleFor(operation.procedure))) continue
      const answer = await askOperation(key, operation, victim)
      expect([operation.id, role, answer.status, answer.json.detail]).toEqual([
        operation.id,
        role,
        ...REFUSED,
      ])
    }
  }
})

describe.each(OPERATIONS)('$id', (operation) => {
  const { procedure } = operation

  test("treats objects that the key's owner cannot see like objects that do not exist", async ({
    victim,
  }) => {
    await limitElsewhere(victim, roleFor(procedure))
    const { key } = await newKey(victim.account)
    const before = await digestOfBusiness(victim)
    const hidden = await askOperation(key, operation, victim)
    // Tags belong to the whole organization.
    const { tagId } = victim
    const nobodys = await askOperation(key, operation, { ...nobodysObjects(), tagId })
    // Roles that may delete a business are never limited.
    if (roleFor(procedure) === 'admin') return expect(hidden.status).toBeLessThan(300)
    for (const text of textsOfBusiness(victim)) expect(hidden.text).not.toContain(text)
    expect(hidden.status).toBe(nobodys.status)
    if (hidden.status >= 400) expect(hidden.status).toBe(404)
    expect(await digestOfBusiness(victim)).toEqual(before)
  })

  test('answers for objects of another tenant as for objects that do not exist', async ({
    victim,
    intruder,
  }) => {
    const { key } = await newKey(intruder.account)
    const before = await stored(victim)
    const foreign = await askOperation(key, operation, victim)
    const nobodys = await askOperation(key, operation, nobodysObjects())
    expect(foreign.text).not.toContain(victim.canary)
    expect(foreign.status).toBe(nobodys.status)
    if (foreign.status >= 400) {
      expect(foreign.status).toBe(404)
      expect({ ...foreign.json, requestId: '' }).toEqual({ ...nobodys.json, requestId: '' })
    } else {
      expect(['listBusinesses', 'createBusiness', 'listReviews', 'listPlatforms', 'listTags']).toContain(
        operation.id,
      )
    }
    expect(await stored(victim)).toEqual(before)
  })
})
