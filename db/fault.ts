/** D1's messages begin with `D1_`, except two from the platform beneath it. */
const FROM_D1 = /^D1_|Network connection lost|storage caused object to be reset/

/** True for a database error, even if wrapped in the error of its query. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FROM_D1.test(error.message) || isDatabaseFault(error.cause)
}
