import * as v from 'valibot'

/** Repairs lone surrogates (U+FFFD), trims, brings to NFC; keeps everything else, markup included. */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim()
    .normalize('NFC')
}

/**
 * A text field of an input schema: cleaned, and at most `maxChars` long, counted as a form's `maxlength` counts.
 *
 * @param label what the field is called on screen; begins each message
 */
export function cleanString(maxChars: number, label: string) {
  return v.pipe(
    v.string(`${label} must be text.`),
    // SQLite's text functions stop at a NUL character.
    v.check(
      (text) => !text.includes('\0'),
      `${label} contains a character that can't be stored. Type it again.`,
    ),
    v.transform(cleanText),
    v.maxLength(maxChars, `${label} can have at most ${maxChars.toLocaleString('en')} characters.`),
  )
}

/**
 * A field that has to be there: where an object lacks it, it counts as empty, so that the field's own message says what to
 * do, not the schema library.
 */
export function needed<Schema extends v.GenericSchema<string, unknown>>(schema: Schema): Schema {
  // Optional for the library alone: whoever calls has to give the field.
  return v.optional(schema, '' as never) as unknown as Schema
}

/** A text field that must not be empty once trimmed. */
export function requiredString(maxChars: number, label: string, emptyMessage: string) {
  return needed(v.pipe(cleanString(maxChars, label), v.minLength(1, emptyMessage)))
}

/** A text field that may be left empty: empty and blank become null. */
export function nullableString(maxChars: number, label: string) {
  return v.nullable(v.pipe(cleanString(maxChars, label), v.transform(emptyToNull)))
}

/** What someone searches for; blank means no search. */
export const SearchText = v.pipe(
  cleanString(100, 'Search'),
  v.transform((text) => (text === '' ? undefined : text)),
)

export function emptyToNull(text: string): string | null {
  return text === '' ? null : text
}
