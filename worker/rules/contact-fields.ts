import * as v from 'valibot'
import { cleanText, emptyToNull, needed } from './text.ts'
import { INVALID_EMAIL, INVALID_URL, isEmail, isHttpUrl, isPictureUrl, normalizeEmail } from './validators.ts'

function typed(message: string) {
  return v.pipe(v.string(message), v.transform(cleanText))
}

/** An e-mail address; comes out trimmed and with a lower-case domain. */
export const Email = needed(
  v.pipe(typed(INVALID_EMAIL), v.check(isEmail, INVALID_EMAIL), v.transform(normalizeEmail)),
)

/** An e-mail address or nothing. */
export const NullableEmail = v.nullable(
  v.pipe(
    typed(INVALID_EMAIL),
    v.check((text) => text === '' || isEmail(text), INVALID_EMAIL),
    v.transform((text) => emptyToNull(normalizeEmail(text))),
  ),
)

/** A web address or nothing, checked by syntax only. */
export const NullableUrl = v.nullable(
  v.pipe(
    typed(INVALID_URL),
    v.check((text) => text === '' || isHttpUrl(text), INVALID_URL),
    v.transform(emptyToNull),
  ),
)

/** The address of a picture, or nothing: the server never loads it, and browsers do over https only. */
export const NullablePictureUrl = v.nullable(
  v.pipe(
    typed(INVALID_URL),
    v.check((text) => text === '' || isPictureUrl(text), INVALID_URL),
    v.transform(emptyToNull),
  ),
)
