import { NAMED_CHARACTERS } from '../sources/text.ts'

/**
 * In place of the reader's own table of all 2,231 entities (wrangler.toml), which would be 13 KB compressed. It looks them up as they are
 * written, the old ones also without their semicolon.
 */
export const htmlEntities: Readonly<Record<string, string>> = Object.fromEntries(
  [...NAMED_CHARACTERS].flatMap(([name, character]) => [
    [`&${name}`, character],
    [`&${name};`, character],
  ]),
)
