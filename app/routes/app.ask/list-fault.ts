import { type ListedPerson, MAX_ASKED_AT_ONCE } from '#worker/rules/asking.ts'
import { isEmail } from '#worker/rules/validators.ts'

/** The first fault that can be seen without the server; null if there is none. */
export function listFaultOf(people: readonly ListedPerson[]): string | null {
  const wrong = people.find(({ email }) => !isEmail(email))
  if (wrong) return `Line ${wrong.line}: There is no e-mail address in ‘${wrong.email}’.`
  return people.length > MAX_ASKED_AT_ONCE
    ? `These are ${people.length} people. Ask up to ${MAX_ASKED_AT_ONCE} at a time.`
    : null
}

/**
 * The first of the server's errors that is about a person, with the line; null if there is none.
 *
 * @param errors by field: `people.<index>.<field>`
 */
export function lineFaultOf(
  people: readonly ListedPerson[],
  errors: Readonly<Partial<Record<string, string>>>,
): string | null {
  for (const [field, message] of Object.entries(errors)) {
    const person = people[Number(/^people\.(\d+)\./.exec(field)?.[1])]
    if (person) return `Line ${person.line}: ${message}`
  }
  return null
}
