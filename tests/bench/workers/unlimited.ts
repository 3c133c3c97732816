import type { ExecutionContext } from '@cloudflare/workers-types'
import type { Env } from '#worker/env.ts'

interface Product {
  fetch(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response>
}

/**
 * The product without its coarse limit: all load comes from one address, more than it takes from one, and the local
 * stand-in for the platform's counter costs more than all else that a small request needs.
 */
export function unlimited(product: Product): Product {
  let bindings: Env | undefined
  return {
    fetch(request, env, execution) {
      bindings ??= { ...env, COARSE_LIMIT: { limit: async () => ({ success: true }) } }
      return product.fetch(request, bindings, execution)
    },
  }
}
