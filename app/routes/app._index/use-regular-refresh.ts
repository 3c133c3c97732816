import { useRevalidator } from '@remix-run/react'
import { useRegularly } from '#app/lib/use-regularly.ts'

/** As the specification has it. */
const REFRESH_MS = 300_000

/** Reads the screen's data again every five minutes. */
export function useRegularRefresh(): void {
  useRegularly(useRevalidator().revalidate, REFRESH_MS)
}
