import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `change` for `npm test`, `all` for `npm run test:all`. */
    suite: 'change' | 'all'
  }
}

/** Number of repetitions: enough to find a fault with `npm test`, all of them with `npm run test:all`. */
export function volume(forChange: number, forAll: number): number {
  return inject('suite') === 'all' ? forAll : forChange
}
