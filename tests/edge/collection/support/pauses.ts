import { afterEach, beforeEach, vi } from 'vitest'

/** Makes the product retry the database at once, because its pauses of up to three seconds per operation are real. */
export function skipPauses(): void {
  beforeEach(() => {
    const later = setTimeout
    vi.stubGlobal('setTimeout', (callback: () => void) => later(callback, 0))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
}
