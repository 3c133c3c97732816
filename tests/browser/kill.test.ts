import { expect, test } from 'vitest'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { install, isAskedAgain, settle, startRun } from './support/installation.ts'

// The product is killed, so the file has one of its own. kill.volume.test.ts does it at many moments.

test('a run that was killed while the platform answered goes on after the start, and stores every review once', async () => {
  const installation = await install(LISTINGS.changing)
  const { server, upstream } = installation
  await startRun(installation)
  await upstream.control.addFault({ kind: 'slow', delayMs: 1_000 })
  expect(await isAskedAgain(installation, 1)).toBe(true)
  await server.kill()
  await server.start()
  await settle(installation)

  const there = (await upstream.control.reviews('google', 'changing')).map(({ rating }) => rating)
  const stored = await server.query<{ rating: number }>('SELECT rating FROM reviews')
  expect(stored.map(({ rating }) => rating).sort()).toEqual(there.sort())
  expect(
    await server.query('SELECT status, errors, warnings, reviews_new AS stored FROM scrape_runs'),
  ).toEqual([{ status: 'succeeded', errors: '[]', warnings: '[]', stored: there.length }])
  expect(await server.query('SELECT sum(review_count) AS counted FROM review_daily_stats')).toEqual([
    { counted: there.length },
  ])
  expect(await server.query('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
  expect(server.log.faults).toEqual([])
})
