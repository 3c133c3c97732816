import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { UpstreamControl } from '#tests/upstream/control.ts'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { startUpstream } from '#tests/upstream/server.ts'

test('the program prints its address and exits on SIGTERM even with a hanging request', async () => {
  const program = spawn(process.execPath, ['tests/upstream/server.ts', '--now', '2026-11-01T00:00:00Z'])
  const ended = once(program, 'exit')
  const [line] = await once(createInterface(program.stdout), 'line')
  const origin = /http:\/\/127\.0\.0\.1:\d+$/.exec(String(line))?.[0] ?? ''
  const control = new UpstreamControl(origin)
  const [newest] = await control.reviews('google', 'mixed')
  expect(newest?.reviewDate.slice(0, 7)).toBe('2026-10')
  await control.addFault({ kind: 'hang' })
  const broken = expect(fetch(`${origin}/www.yelp.com/biz/${LISTINGS.small.yelp.alias}`)).rejects.toThrow()
  await expect.poll(async () => (await control.requests()).length).toBe(1)
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await broken
})

test('starting on a port that is in use fails', async () => {
  const upstream = await startUpstream()
  await expect(startUpstream({ port: Number(new URL(upstream.origin).port) })).rejects.toThrow('EADDRINUSE')
  await upstream.close()
})
