import type { Settings } from '../env.ts'
import { DomainError } from '../errors.ts'
import { NOT_ON_SALE, type SaleMode } from '../rules/billing.ts'

/** With a key plans are paid at Stripe; without one only a local machine has a stand-in. */
export function saleMode({ STRIPE_SECRET_KEY, ENVIRONMENT }: Settings): SaleMode {
  if (STRIPE_SECRET_KEY) return 'stripe'
  return ENVIRONMENT === 'local' ? 'local' : 'off'
}

/** @throws DomainError `conflict` where plans can't be bought this way */
export function requireSaleMode(settings: Settings, ...modes: readonly SaleMode[]): SaleMode {
  const mode = saleMode(settings)
  if (!modes.includes(mode)) throw new DomainError('conflict', NOT_ON_SALE)
  return mode
}
