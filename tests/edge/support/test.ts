import { env } from 'cloudflare:test'
import { test as base } from 'vitest'
import { createPipeline } from '#tests/edge/collection/support/pipeline.ts'
import { createShop } from '#tests/edge/imports/support.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'
import { createTenant } from './tenant.ts'
import { signedIn } from './web.ts'

export const PASSWORD = 'Harbor-Lantern-42'

/** Somebody who signs in with PASSWORD. */
export function createOwner() {
  return createAccount(env.DB, { password: { text: PASSWORD, settings: settingsOf(env) } })
}

/**
 * A test that gets what it names, made for it alone: an `account` with its `business` and the `cookie` of its session, an
 * `owner` who signs in with PASSWORD, a `stranger` in an organization of their own, a `tenant` with one of everything, a `shop`
 * that imports reviews, a `pipeline` that collects them. What differs from these comes from the factories.
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
