import { expect, test } from 'vitest'
import { judgeStories } from '#tests/bench/stories/judge.ts'
import { volume } from '#tests/volume.ts'

/** Short version of `npm run bench -- stories`; with so few events, one may be missed by chance. */
test('planted effects are reported first, and nothing is reported if nothing was planted', {
  timeout: volume(60_000, 300_000),
}, () => {
  const { told, strong, quiet, nothing, bridges, all } = judgeStories(volume(33, 330), 'short')
  expect(bridges).toBe(all)
  expect(strong).toBeGreaterThanOrEqual(volume(12, 150))
  expect(told / strong).toBeGreaterThanOrEqual(0.9)
  expect(nothing - quiet).toBeLessThanOrEqual(volume(0, 2))
})
