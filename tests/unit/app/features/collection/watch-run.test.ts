import { expect, test } from 'vitest'
import { furtherRun, type RunWatch, watchRun } from '#app/features/collection/use-collection.ts'
import type { RunView } from '#worker/rules/collection.ts'
import { aRun } from './runs.ts'

const NO_CONNECTION = new Error('no connection')

/** A watch over prepared responses; an Error is a failed response. */
function aWatch(answers: (RunView | Error)[], given: Partial<RunWatch> = {}) {
  const pauses: number[] = []
  const updates: RunView[] = []
  const troubles: number[] = []
  const watch: RunWatch = {
    read: async () => {
      const answer = answers.shift()
      if (!answer || answer instanceof Error) throw answer ?? new Error('asked too often')
      return answer
    },
    onUpdate: (run) => updates.push(run),
    onTrouble: (failures) => troubles.push(failures),
    isPassing: (error) => error === NO_CONNECTION,
    untilVisible: async () => {},
    sleep: async (durationMs) => {
      pauses.push(durationMs)
    },
    ...given,
  }
  return { watch, pauses, updates, troubles }
}

const running = (pagesScraped: number) => aRun({ status: 'running', pagesScraped })

test('a run is watched to its end', async () => {
  const { watch, updates } = aWatch([running(0), running(1), aRun()])
  await expect(watchRun(watch, new AbortController().signal)).resolves.toEqual(aRun())
  expect(updates).toHaveLength(3)
})

test("a run is polled every second while it moves, and less often while it doesn't", async () => {
  const { watch, pauses } = aWatch([running(1), running(1), running(1), running(2), running(3), aRun()])
  await watchRun(watch, new AbortController().signal)
  expect(pauses).toEqual([1_000, 1_000, 1_500, 2_250, 1_000, 1_000])
})

test('pauses do not exceed five seconds', async () => {
  const { watch, pauses } = aWatch([...Array.from({ length: 12 }, () => running(1)), aRun()])
  await watchRun(watch, new AbortController().signal)
  expect(Math.max(...pauses)).toBe(5_000)
})

test('a lost connection is reported, and polling continues until it is back', async () => {
  const { watch, troubles, pauses } = aWatch([NO_CONNECTION, NO_CONNECTION, aRun()])
  await expect(watchRun(watch, new AbortController().signal)).resolves.toEqual(aRun())
  expect(troubles).toEqual([1, 2])
  expect(pauses).toEqual([1_000, 2_000, 4_000])
})

test("an error that a retry can't fix ends the watch", async () => {
  const gone = new Error('not found')
  const { watch } = aWatch([running(1), gone])
  await expect(watchRun(watch, new AbortController().signal)).rejects.toBe(gone)
})

test('a hidden page does not poll', async () => {
  let look = () => {}
  const looked = new Promise<void>((resolve) => {
    look = resolve
  })
  const { watch, updates } = aWatch([aRun()], { untilVisible: () => looked })
  const finished = watchRun(watch, new AbortController().signal)
  await Promise.resolve()
  expect(updates).toEqual([])
  look()
  await finished
  expect(updates).toHaveLength(1)
})

test('an aborted watch stops polling and reports nothing', async () => {
  const stopped = new AbortController()
  const { watch, updates } = aWatch([running(1)], {
    sleep: async () => stopped.abort(),
  })
  await expect(watchRun(watch, stopped.signal)).resolves.toBeNull()
  expect(updates).toEqual([])
})

test('several watches together poll no more often than one', async () => {
  const pauses: number[] = []
  const turns: (() => void)[] = []
  const sleep = (durationMs: number) =>
    new Promise<void>((resolve) => {
      pauses.push(durationMs)
      turns.push(resolve)
    })
  const first = watchRun(aWatch([aRun()], { sleep }).watch, new AbortController().signal)
  const second = watchRun(aWatch([aRun()], { sleep }).watch, new AbortController().signal)
  for (const turn of turns) turn()
  await Promise.all([first, second])
  expect(pauses).toEqual([1_000, 2_000])
})

test('the later of two states of a run wins', () => {
  expect(furtherRun(running(2), running(1))).toEqual(running(2))
  expect(furtherRun(running(1), running(2))).toEqual(running(2))
  expect(furtherRun(running(5), aRun())).toEqual(aRun())
  expect(furtherRun(aRun(), running(5))).toEqual(aRun())
  expect(furtherRun(null, aRun())).toEqual(aRun())
  const later = aRun({ id: 'run-2', status: 'queued', createdAt: '2026-03-31T15:00:00.000Z' })
  expect(furtherRun(aRun(), later)).toEqual(later)
  expect(furtherRun(later, aRun())).toEqual(later)
})
