import { describe, expect, test } from 'vitest'
import { keepsText, SOURCE_TEXTS, startedBy } from '#worker/rules/source-health-texts.ts'
import { SOURCES } from '#worker/sources/registry.ts'
import { SOURCE_NAMES } from '#worker/sources/source.ts'

test('every source has texts', () => {
  expect(Object.keys(SOURCE_TEXTS).sort()).toEqual([...SOURCE_NAMES].sort())
})

describe.each(SOURCES.map((source) => [source.name, source] as const))('%s', (name, source) => {
  test('has texts that match its platform, its retention rule and its kind of access', () => {
    expect(SOURCE_TEXTS[name].platform).toBe(source.platform)
    expect(SOURCE_TEXTS[name].rule).toBe(source.keeps)
    expect(SOURCE_TEXTS[name].name.startsWith('Your ')).toBe(source.access === 'connection')
  })

  test('states how its reviews are kept, and what an agreement changes', () => {
    expect(keepsText(name, source.keeps)).toBe(SOURCE_TEXTS[name].keeps)
    if (source.keeps === 'reviews') return
    expect(keepsText(name, source.keeps)).toContain('fetched when you look at them')
    expect(keepsText(name, 'reviews')).toContain('agreement')
  })
})

test.each([
  ['google-public', 'manual', 'Started by hand'],
  ['google-public', 'schedule', 'Scheduled'],
  ['file', 'manual', 'File imported'],
  ['paste', 'manual', 'Pasted in'],
  ['push', 'manual', 'Sent by a program'],
  ['mail', 'schedule', 'E-mail forwarded'],
] as const)('a run of %s, %s, is described', (source, trigger, text) => {
  expect(startedBy({ source, trigger })).toBe(text)
})
