import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

async function startedAt(port: string) {
  const started = spawn(process.execPath, ['scripts/start.ts'], { env: { ...process.env, PORT: port } })
  const [said, [code]] = await Promise.all([text(started.stderr), once(started, 'exit')])
  return { said, code }
}

test('a port that is taken or invalid is reported in a sentence before anything is built', async () => {
  const taken = createServer().listen(0)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const asked = [String(port), 'eighty']
  expect(await Promise.all(asked.map(startedAt))).toEqual(
    asked.map((one) => ({
      said: `Port ${one} can't be used. Stop what runs there, or choose another one: PORT=8788 npm start\n`,
      code: 1,
    })),
  )
  taken.close()
})
