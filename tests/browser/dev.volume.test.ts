import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { ROOT } from '#scripts/local/run.ts'
import { freePort } from '#tests/free-port.ts'
import { hydrated } from './support/settled.ts'
import { test } from './support/test.ts'

test('a screen under npm run dev runs its scripts and gets every file it requests', async ({ browser }) => {
  const stateDir = await mkdtemp(join(tmpdir(), 'dev-'))
  const PORT = String(await freePort())
  const { PATH, HOME } = process.env
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT, STATE_DIR: stateDir, SEED: 'none' },
  })
  const ended = once(dev, 'exit')
  const page = await browser.newPage()
  const missing: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) missing.push(answer.url())
  })
  try {
    for await (const line of createInterface({ input: dev.stdout })) if (line.startsWith('Ready on')) break
    await page.goto(`http://localhost:${PORT}/login`)
    await hydrated(page)
    expect(missing).toEqual([])
  } finally {
    await page.close()
    dev.kill('SIGINT')
    await ended
    await rm(stateDir, { recursive: true })
  }
})
