import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { fixedHeaders } from '#worker/http/headers.ts'
import type { HttpEnv } from '#worker/http/http-env.ts'

test('static files have the same fixed headers as every other response', async () => {
  const app = new Hono<HttpEnv>()
  app.use(fixedHeaders)
  app.get('/', (c) => c.body(null))
  const { headers } = await app.request('/')
  const [, ofAll = ''] = readFileSync('public/_headers', 'utf8').split('\n/*\n')
  const [block = ''] = ofAll.split('\n\n')
  const stated = block.split('\n').map((line) =>
    line
      .trim()
      .split(/: (.*)/)
      .slice(0, 2),
  )
  const fixed = Object.fromEntries(headers)
  expect(Object.fromEntries(stated.map(([name = '', value]) => [name.toLowerCase(), value]))).toEqual(fixed)
})
