import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `change` for `npm test`, `all` for `npm run test:all`. */
    suite: 'change' | 'all'
  }
}

/** How much of the same a test tries: enough to see that it is right with `npm test`, all of it with `npm run test:all`. */
export function volume(forChange: number, forAll: number): number {
  return inject('suite') === 'all' ? forAll : forChange
}
