import { env } from 'cloudflare:test'
import { test as base } from 'vitest'
import { createPipeline } from '#tests/edge/collection/support/pipeline.ts'
import { createShop } from '#tests/edge/imports/support.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'
import { createTenant } from './tenant.ts'
import { signedIn } from './web.ts'

export const PASSWORD = 'Harbor-Lantern-42'

/** A person who signs in with PASSWORD. */
export function createOwner() {
  return createAccount(env.DB, { password: { text: PASSWORD, settings: settingsOf(env) } })
}

/**
 * A test with fixtures by name, created for it alone: an `account` with its `business` and session `cookie`, an `owner`
 * who signs in with PASSWORD, a `stranger` in their own organization, a `tenant` with one object of each kind, a `shop`
 * that imports reviews, a `pipeline` that collects them. Use the factories for anything else.
 */
export const test = base
  .extend('account', () => createAccount(env.DB))
  .extend('business', ({ account }) => createBusiness(env.DB, account))
  .extend('cookie', ({ account }) => signedIn(account))
  .extend('owner', () => createOwner())
  .extend('stranger', () => createAccount(env.DB))
  .extend('tenant', () => createTenant('owner', Date.now()))
  .extend('shop', () => createShop())
  .extend('pipeline', () => createPipeline())
