import { expect, test } from 'vitest'
import { OVERLAY_MOMENTS } from './no-connection/overlays.ts'
import { SCREENS } from './no-connection/screens.ts'
import { testMoments } from './no-connection/test-moments.ts'
import { WRITING } from './no-connection/writing.ts'

test('there are 30 moments and more, and the server is killed at 6 of them', () => {
  const moments = Object.values({ ...SCREENS, ...OVERLAY_MOMENTS, ...WRITING })
  expect(moments.length).toBeGreaterThanOrEqual(30)
  expect(moments.filter(({ kills }) => kills).length).toBeGreaterThanOrEqual(6)
})

testMoments(WRITING)
