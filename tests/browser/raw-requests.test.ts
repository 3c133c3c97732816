import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect } from 'vitest'
import { volume } from '#tests/volume.ts'
import type { Product } from './support/product.ts'
import { test } from './support/test.ts'

// Requests that no client library sends and every public server receives, written byte by byte.

const ANSWER_WITHIN_MS = 5_000

let product: Product
test.beforeEach(({ product: shared }) => {
  product = shared
})
test.afterEach(() => {
  expect(product.faults).toEqual([])
})

async function open() {
  const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** A request's head. The connection ends with the response. */
function head(line: string, fields: readonly string[] = []): string {
  const { host, origin } = new URL(product.origin)
  return [
    `${line} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${origin}`,
    'connection: close',
    ...fields,
    '',
    '',
  ].join('\r\n')
}

/** Resolves once the server has read what was written to other connections so far. */
async function serverHasRead(): Promise<void> {
  const answer = await fetch(`${product.origin}/healthz`)
  await answer.body?.cancel()
}

/** @returns the response's status, 0 for none, and its whole text */
async function send(...parts: string[]): Promise<{ status: number; text: string }> {
  const socket = await open()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const isOver = once(socket, 'close', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => {})
  for (const [index, part] of parts.entries()) {
    // The parts must arrive separately.
    if (index > 0) await serverHasRead()
    socket.write(part, 'latin1')
  }
  await isOver
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}

/** An address of every kind that responds. */
const ADDRESSES = [
  // Whatever reads bodies.
  '/login.data',
  '/trpc/auth.session',
  '/api/v1/reviews',
  '/functions/v1/yelp-scraper',
  '/auth/apple/callback',
  // The others.
  '/',
  '/app',
  '/healthz',
  '/landing',
  '/landing?x',
  '/login',
  '/app.data',
  '/app/reviews/open?review=1',
  '/nowhere',
  '/trpc/auth.session?batch=1&input=%7B%7D',
  '/.well-known/jwks.json',
  '/api/security-log',
  '/auth/google',
  '/auth/google/callback?state=x',
  '/connections/google',
  '/connections/google/callback',
  '/dev/mailbox',
  '/__manifest?p=%2Fapp&version=x',
]

/** Those that read bodies, and a few others; in `npm run test:all` every address. */
const TRIED = ADDRESSES.slice(0, volume(8, ADDRESSES.length))

describe.each(TRIED)('%s', (address) => {
  test('answers a GET or HEAD with a body like one without', async () => {
    for (const method of ['GET', 'HEAD']) {
      const plain = await send(head(`${method} ${address}`))
      expect(plain.status).toBeGreaterThanOrEqual(200)
      expect(plain.status).toBeLessThan(500)
      for (const body of [
        head(`${method} ${address}`, ['content-length: 0']),
        `${head(`${method} ${address}`, ['content-length: 5'])}hello`,
        `${head(`${method} ${address}`, ['transfer-encoding: chunked'])}5\r\nhello\r\n0\r\n\r\n`,
        `${head(`${method} ${address}`, ['transfer-encoding: chunked'])}zz\r\nhello\r\n`,
      ]) {
        expect([method, body.slice(-20), (await send(body)).status]).toEqual([
          method,
          body.slice(-20),
          plain.status,
        ])
      }
    }
  })

  test('answers a broken or unreadable body without a server error', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const fields = [`content-type: ${type}`, 'idempotency-key: 0123456789']
      const chunked = head(`POST ${address}`, [...fields, 'transfer-encoding: chunked'])
      for (const parts of [
        [`${chunked}zz\r\nhello\r\n0\r\n\r\n`],
        [chunked, 'zz\r\nhello\r\n'],
        [`${chunked}5\r\nhel`, 'lo\r\nXYZ\r\n'],
        [`${chunked}5\r\nhello!!!\r\n`],
        [`${chunked}ffffffffffffffffffff\r\n`],
        [head(`POST ${address}`, [...fields, 'content-length: -2'])],
        [head(`POST ${address}`, [...fields, 'content-length: 2', 'content-encoding: gzip']), '{}'],
        [head(`POST ${address}`, [...fields, 'content-length: 2', 'expect: 100-continue']), '{}'],
      ]) {
        const { status, text } = await send(...parts)
        expect([parts, status < 500], text).toEqual([parts, true])
      }
    }
  })

  test('reports no fault when the client hangs up', async () => {
    const fields = ['content-type: application/json', 'idempotency-key: 0123456789']
    for (const request of [
      head(`GET ${address}`),
      `${head(`POST ${address}`, [...fields, 'content-length: 500'])}{"json":`,
      `${head(`POST ${address}`, [...fields, 'transfer-encoding: chunked'])}5\r\n{"js`,
      `${head(`POST ${address}`, [...fields, 'content-length: 2'])}{}`,
    ]) {
      const written = (socket: Socket) => new Promise((done) => socket.write('', done))
      for (const waited of [() => {}, written, serverHasRead]) {
        const socket = await open()
        socket.write(request)
        await waited(socket)
        socket.resetAndDestroy()
      }
    }
    expect((await send(head(`GET ${address}`))).status).toBeLessThan(500)
  })
})

test.each([
  '/%5Cx:y',
  '/\\x:y',
  '/\\\\x:y',
  '//x',
  '//x:y/',
  '/..%2f',
  '/%00',
  '/%e2%80%a8',
  '/\xff',
  '/%',
  '/landing#top',
  `/${'a'.repeat(9_000)}`,
  '/?%',
])('GET %s is answered without a fault', async (path) => {
  const { status, text } = await send(head(`GET ${path}`))
  expect(status, text).toBeGreaterThanOrEqual(200)
  expect(status, text).toBeLessThan(500)
})

test.each([
  [
    'bytes that are no text',
    ['cookie: theme=\xff\xfe; tz=\xc3; session=\xff', 'user-agent: \xff', 'accept-language: \xff'],
  ],
  ['a long cookie', [`cookie: session=${'b'.repeat(8_000)}`]],
  ['very much of them', [`x-a: ${'a'.repeat(30_000)}`]],
  ['a wish for another protocol', ['upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__']],
  ['a part of the page', ['range: bytes=0-1', 'if-none-match: *', 'if-modified-since: x']],
  [
    'a name given twice',
    ['cookie: a=b', 'cookie: a=c', 'sec-fetch-site: cross-site', 'sec-fetch-site: none'],
  ],
])('headers with %s cause no fault', async (_, fields) => {
  for (const address of TRIED) {
    const { status, text } = await send(head(`GET ${address}`, fields))
    expect([address, status < 500], text).toEqual([address, true])
  }
})
