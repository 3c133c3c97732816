import { expect, test } from 'vitest'
import { askedSentence } from '#app/routes/app.ask/asked-sentence.ts'

const NONE = { asked: 0, leftOut: 0, overLimit: 0, overDomain: 0, repeated: 0 }

test.each([
  [{ asked: 1 }, '1 e-mail is on its way.'],
  [
    { asked: 4, leftOut: 1 },
    '4 e-mails are on their way. 1 person gets none: they were asked in the last 90 days, or don’t want to be.',
  ],
  [{ overLimit: 1 }, '1 person has to wait until tomorrow: today’s limit is reached.'],
  [{ overLimit: 2 }, '2 people have to wait until tomorrow: today’s limit is reached.'],
  [{ overDomain: 1 }, '1 person has to wait until tomorrow: we send at most 5 e-mails a day to one company.'],
  [
    { asked: 4, repeated: 1 },
    '4 e-mails are on their way. 1 address was repeated: each person gets one e-mail.',
  ],
])('asking with the result %j is answered by: %s', (result, sentence) => {
  expect(askedSentence({ ...NONE, ...result })).toBe(sentence)
})
