import { createApi } from '../api/router.ts'
import type { Context } from '../context.ts'

/**
 * Calls a procedure by its path, such as `reviews.list`. Its own schema validates the input.
 *
 * @throws TRPCError
 */
export async function callProcedure(context: Context, path: string, input: object): Promise<unknown> {
  let step: unknown = createApi(context)
  // A caller is a proxy of functions whose properties are the next level.
  for (const name of path.split('.')) step = Reflect.get(step as object, name)
  return (step as (input: object) => Promise<unknown>)(input)
}
