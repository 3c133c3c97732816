import type { ExecutionContext } from '@cloudflare/workers-types'
import type { Env } from '#worker/env.ts'

interface Product {
  fetch(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response>
}

/**
 * The product without its coarse rate limit: all load comes from one address, more than the limit allows, and
 * the local stand-in for the platform's counter costs more than the rest of a small request.
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
