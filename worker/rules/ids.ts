import * as v from 'valibot'
import { needed } from './text.ts'

/** Every id but a review's: UUIDv7 in lower case, as the store makes them. */
export function uuid(message: string) {
  return needed(v.pipe(v.string(message), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, message)))
}

/** A review's id: a positive integer below 2^53, as decimal text because JSON readers may round numbers. */
export function decimalId(message: string) {
  return needed(
    v.pipe(
      v.string(message),
      v.regex(/^[1-9][0-9]{0,15}$/, message),
      v.check((id) => Number.isSafeInteger(Number(id)), message),
    ),
  )
}
