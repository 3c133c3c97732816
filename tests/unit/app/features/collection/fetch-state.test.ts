import { expect, test } from 'vitest'
import { type FetchState, fetchState } from '#app/features/collection/fetch-state.ts'
import { fetchMessage } from '#app/features/collection/first-fetch.client.tsx'
import type { RunStatus } from '#worker/rules/collection.ts'
import type { SourceView } from '#worker/rules/source-health.ts'
import { aRun, aSource } from './runs.ts'

function business(status: RunStatus | null, reviewsFound = 0, given: Partial<SourceView> = {}) {
  return { sources: [aSource({ latestRun: status && aRun({ status, reviewsFound }), ...given })] }
}

const CASES: [FetchState, Parameters<typeof fetchState>[0]][] = [
  ['collecting', [business('running')]],
  ['collecting', [business('failed', 4), business('queued')]],
  ['outside history', [business('succeeded', 4)]],
  ['no source', [{ sources: [] }]],
  ['failing', [business('failed'), business('succeeded')]],
  ['none shown', [business('succeeded')]],
  ['none found', [business('succeeded', 0, { statedTotal: 0 })]],
  [
    'none found',
    [{ sources: [aSource({ latestRun: aRun({ source: 'google-business-profile', reviewsFound: 0 }) })] }],
  ],
  ['not collected', [business(null)]],
  ['not collected', [business('cancelled')]],
]

test.each(CASES)('a screen without reviews gives the reason: %s', (state, businesses) => {
  expect(fetchState(businesses)).toBe(state)
})

test('reviews outside the history are explained with its length', () => {
  expect(fetchMessage('outside history', 30).title).toContain('last 30 days')
})
