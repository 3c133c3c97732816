import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftIdsOf, draftOf, forgetDrafts, keepDraft } from '#app/features/replies/use-draft.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    dispatchEvent: () => true,
  })
})
afterEach(() => vi.unstubAllGlobals())

test('no draft is lost before it is sent or emptied, however many there are', () => {
  const ids = Array.from({ length: 250 }, (_, index) => String(index + 1))
  for (const id of ids.toReversed()) keepDraft('ada', id, `Reply ${id}`)
  keepDraft('bo', '1', 'Of somebody else')
  expect(draftIdsOf('ada')).toEqual(ids)
  expect(draftOf('ada', '1')).toBe('Reply 1')
  keepDraft('ada', '7', ' ')
  keepDraft('ada', '8', null)
  expect(draftIdsOf('ada')).toHaveLength(248)
  forgetDrafts('ada')
  expect([draftIdsOf('ada'), draftIdsOf('bo')]).toEqual([[], ['1']])
})
