/** Every message of D1 begins with `D1_`; two of the platform beneath it come without. */
const FROM_D1 = /^D1_|Network connection lost|storage caused object to be reset/

/** True for an error of the database, also inside the error of the query that it failed. */
export function isDatabaseFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return FROM_D1.test(error.message) || isDatabaseFault(error.cause)
}
