import { expect, test } from 'vitest'
import { PUBLIC_SOURCES, SOURCES, sourceNamed } from '#worker/sources/registry.ts'

test('every source is found by its stored name', () => {
  for (const source of SOURCES) expect(sourceNamed(source.name)).toBe(source)
  expect(sourceNamed('carrier-pigeon')).toBeNull()
})

test('the public sources use public pages of their platform', () => {
  for (const [platform, source] of Object.entries(PUBLIC_SOURCES)) {
    expect(source).toMatchObject({ name: `${platform}-public`, platform, access: 'public_page' })
  }
})
