import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { brokeOff, failure } from './failure.ts'
import { parseJson } from './json.ts'

const NAME = PLATFORM_NAMES.google

/**
 * The object of a JSON body. Google leaves out every key that has nothing to say, so that `{}` is a whole answer.
 *
 * @throws SourceError for a body that is broken off or holds no JSON object
 */
export function googleApiAnswer(body: string): object {
  const answer = parseJson(body)
  if (answer === undefined) {
    // A page where JSON was asked for, or JSON without its end.
    throw /^[\s\ufeff]{0,99}([[{]|$)/.test(body) ? brokeOff(NAME) : failure(NAME, 'format_changed')
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw failure(NAME, 'format_changed')
  return answer
}

/**
 * Refuses an answer that has keys and none of those it should have: Google adds keys as it likes, but it has renamed all
 * of them when none is left.
 *
 * @throws SourceError `format_changed`
 */
export function requireSomeKey(answer: object, known: readonly string[]): void {
  const keys = Object.keys(answer)
  if (keys.length > 0 && !known.some((key) => keys.includes(key))) throw failure(NAME, 'format_changed')
}
