import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Lines of code that may contain text for users; comments are left out. */
const LINES = globSync(['app/**/*.{ts,tsx}', 'worker/**/*.ts']).flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text: text.trim() }))
    .filter(({ text }) => !/^(?:\*|\/\*|\/\/|\{\/\*)/.test(text)),
)

/** One word for one action, and unambiguous sentences. */
test.each([
  ['Collect', /\bRefresh(?:ing)? (?:now|all)\b/],
  ['Collect now', /\bpress (?:Collect|the button)\b(?! now)/i],
  ['Pause, of a business', /business is switched off/],
  ['Resume collecting', /\bCollect again\b|\bSwitch it on to collect\b|['"`]Switch it on['"`]/],
  ['Stop, of what runs', /\bCancel (?:collecting|the import)\b|import is cancelled/],
  ['Sign in', /\b[Ll]og(?:ged)? in\b/],
  ['Log out', /\b[Ss]ign out\b|\b[Ss]igned out (?:everywhere|of)\b/],
  ['found in the last … days', /Reviews first seen in the last/],
  ['Show removed reviews, too', /\bAll we ever saw\b|\bIncluding removed\b/],
  ['No new reviews', /Nothing new among/],
  ['Didn’t get it?', /Nothing there\?/],
  ['View reviews', /\bIts reviews\b(?! are)/],
  ['Strength', /\bof \S+ points\b/],
  ['don’t allow', /terms don['’]t provide/],
  ['by the date they were posted', /day \(UTC\)/],
  ['1 star, 2 stars', /\brating\} stars\b/],
])('the app says ‘%s’ and uses no other wording for it', (_, other) => {
  expect(LINES.filter(({ text }) => other.test(text))).toEqual([])
})
