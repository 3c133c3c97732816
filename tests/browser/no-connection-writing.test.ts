import { expect, test } from 'vitest'
import { OVERLAY_MOMENTS } from './no-connection/overlays.ts'
import { SCREENS } from './no-connection/screens.ts'
import { testMoments } from './no-connection/test-moments.ts'
import { WRITING } from './no-connection/writing.ts'

test('there are 30 moments and more', () => {
  const moments = Object.values({ ...SCREENS, ...OVERLAY_MOMENTS, ...WRITING })
  expect(moments.length).toBeGreaterThanOrEqual(30)
})

testMoments(WRITING)
