import { expect, test } from 'vitest'
import { OVERLAY_MOMENTS } from './no-connection/overlays.ts'
import { SCREENS } from './no-connection/screens.ts'
import { testMoments } from './no-connection/test-moments.ts'
import { WRITING } from './no-connection/writing.ts'

const MOMENTS = { ...SCREENS, ...OVERLAY_MOMENTS, ...WRITING }

test('there are at least 30 moments', () => {
  expect(Object.keys(MOMENTS).length).toBeGreaterThanOrEqual(30)
})

testMoments(MOMENTS, 'representatives')
