import { NAMED_CHARACTERS } from '../rules/entities.ts'

/**
 * Replaces the mail parser's own table of all 2,231 entities (scripts/local/bundle-worker.ts), which is 13 KB compressed. The parser
 * looks entities up as written; old ones also without their semicolon.
 */
export const htmlEntities: Readonly<Record<string, string>> = Object.fromEntries(
  [...NAMED_CHARACTERS].flatMap(([name, character]) => [
    [`&${name}`, character],
    [`&${name};`, character],
  ]),
)
