import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Paragraph, SPECIFIED_MESSAGES } from '#tests/specified-messages.ts'

const ROOT = new URL('../../', import.meta.url)

/** Exists next to the repository on some machines only. */
const SPECIFICATION = new URL('../shared/spec/specification.md', ROOT)
const specification = await readFile(SPECIFICATION, 'utf8').catch(() => null)

const PARAGRAPHS = Object.keys(SPECIFIED_MESSAGES) as Paragraph[]

/** Quoted messages; an apostrophe inside a word does not open a quote. */
function messagesIn(paragraph: string): string[] {
  return [...paragraph.matchAll(/(?<=[\s(])'([A-Z][^']*)'/g)].map(([, message = '']) => message)
}

test.skipIf(specification === null).each(PARAGRAPHS)(
  'the catalogue has exactly the messages of the paragraph %s',
  (name) => {
    const catalogue = specification?.split('## 8. Error catalogue')[1] ?? ''
    const paragraph = catalogue.split('\n').find((line) => line.startsWith(`**${name}**`)) ?? ''
    const messages = messagesIn(paragraph)
    expect(messages.length).toBeGreaterThan(1)
    expect(Object.keys(SPECIFIED_MESSAGES[name]).toSorted()).toEqual([...new Set(messages)].toSorted())
  },
)

test.each(
  Object.values(SPECIFIED_MESSAGES)
    .flatMap((messages) => Object.entries(messages))
    .flatMap(([message, { heardIn }]) => (heardIn ? [[message, heardIn] as const] : [])),
)('%j is found in %s', async (message, file) => {
  // Each case supplies its own placeholder values.
  const [fixed = ''] = message.split(/\{|\.\.\./)
  expect(await readFile(fileURLToPath(new URL(file, ROOT)), 'utf8')).toContain(fixed)
})
