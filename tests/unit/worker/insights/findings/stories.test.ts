import { expect, test } from 'vitest'
import { judgeStories } from '#tests/bench/stories/judge.ts'
import { volume } from '#tests/volume.ts'

/** The short form of `npm run bench -- stories`: so few events leave room for one that is missed by chance. */
test('what was planted is told first, and nothing where nothing was planted', {
  timeout: volume(60_000, 300_000),
}, () => {
  const { told, strong, quiet, nothing, bridges, all } = judgeStories(volume(33, 330), 'short')
  expect(bridges).toBe(all)
  expect(strong).toBeGreaterThanOrEqual(volume(12, 150))
  expect(told / strong).toBeGreaterThanOrEqual(0.9)
  expect(nothing - quiet).toBeLessThanOrEqual(volume(0, 2))
})
