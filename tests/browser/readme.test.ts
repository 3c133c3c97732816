import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect } from 'vitest'
import { ROOT } from '#scripts/local/run.ts'
import { createBusiness } from '#tests/factories.ts'
import { newOwner } from './support/owner.ts'
import { test } from './support/test.ts'

/** Origin of the commands in the pages. */
const PAGE_ORIGIN = 'http://localhost:8787'

const MAIL =
  'From: me@example.test\r\nMessage-ID: <1@example.test>\r\nSubject: A review\r\n\r\nWarm bread.\r\n'

const PAGES = ['README.md', 'docs/mail.md', 'docs/stripe.md', 'docs/api.md']

/** The curl commands of the pages in order: lines of a block, or between backticks. */
async function readCommands(): Promise<string[]> {
  const texts = await Promise.all(PAGES.map((page) => readFile(`${ROOT}${page}`, 'utf8')))
  return [...texts.join('\n').matchAll(/`(curl [^`]+)`|^(curl [\s\S]+?)\n```/gm)].map(
    ([, inline, block]) => inline ?? block ?? '',
  )
}

/** Sends what curl would. A shell splits the words, so quotes and variables are tested as written. */
async function send(command: string, folder: string, variables: Record<string, string>): Promise<Response> {
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { env: variables })
  const { values, positionals } = parseArgs({
    args: words.toString().split('\0').slice(0, -1),
    allowPositionals: true,
    options: {
      header: { type: 'string', short: 'H', multiple: true },
      data: { type: 'string', short: 'd' },
      'data-binary': { type: 'string' },
      include: { type: 'boolean', short: 'i' },
    },
  })
  const file = values['data-binary']
  const body = file ? await readFile(join(folder, file.replace(/^@/, ''))) : values.data
  return fetch(positionals.join(' '), {
    method: body === undefined ? 'GET' : 'POST',
    headers: (values.header ?? []).map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
    ...(body !== undefined && { body }),
  })
}

test('every curl command of README and its pages gets the expected status', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product)
  const { id } = await createBusiness(await product.server.database(), owner, { name: 'Harbor Books' })
  const renewed = await page.request.post('/trpc/imports.renewMailAddress', {
    headers: { origin: product.origin },
    data: { businessId: id },
  })
  const token = /reviews\+(\w+)@/.exec(await renewed.text())?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'readme-'))
  const variables = { KEY: owner.key, BUSINESS: id, TOKEN: token }
  try {
    await writeFile(join(folder, 'review.eml'), MAIL)
    const answers: [string, number][] = []
    for (const command of await readCommands()) {
      const here = command.replaceAll(PAGE_ORIGIN, product.origin)
      expect(here).not.toBe(command)
      const answer = await send(here, folder, variables)
      await answer.body?.cancel()
      answers.push([new URL(answer.url).pathname, answer.status])
    }
    expect(answers).toEqual([
      ['/cdn-cgi/local/email', 200],
      ['/webhooks/stripe', 400],
      ['/api/v1/businesses', 200],
      ['/api/v1/reviews', 200],
      ['/api/v1/reviews', 201],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
