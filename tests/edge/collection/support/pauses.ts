import { afterEach, beforeEach, vi } from 'vitest'

/** Lets the product try a database again at once: its pauses, of up to three seconds an operation, are real ones. */
export function skipPauses(): void {
  beforeEach(() => {
    const later = setTimeout
    vi.stubGlobal('setTimeout', (callback: () => void) => later(callback, 0))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
}
