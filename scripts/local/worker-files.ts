import { readFileSync } from 'node:fs'
import type { Fetcher } from '@cloudflare/workers-types'
import { HELP } from '#app/features/help/articles.ts'
import { CATEGORIES } from '#worker/businesses/categories.ts'
import { CATEGORIES_FILE } from '#worker/businesses/place-kinds.ts'
import { openApiDocument } from '#worker/http/description/openapi.ts'
import { type ApiDescription, DESCRIPTION_FILE, REFERENCE_FILE } from '#worker/http/description/served.ts'
import { describedTools } from '#worker/http/description/tools.ts'
import { COMMON_PASSWORDS_FILE } from '#worker/identity/passwords/blocklist.ts'
import { ALL_WORD_LISTS } from '#worker/insights/text/all-word-lists.ts'
import { WORD_LISTS_FILE } from '#worker/insights/text/word-lists.ts'
import { HELP_FILE } from '#worker/screens/help-screen.ts'
import { commonPasswords } from './common-passwords.ts'
import { ROOT } from './run.ts'

/** Files that the worker reads with `buildFile`: path and content. */
export function workerFiles(): [path: string, content: string][] {
  const description = { openapi: openApiDocument(), tools: describedTools() } satisfies ApiDescription
  return [
    [DESCRIPTION_FILE, JSON.stringify(description)],
    [REFERENCE_FILE, readFileSync(`${ROOT}app/api-reference/page.html`, 'utf8')],
    [HELP_FILE, JSON.stringify(HELP)],
    [CATEGORIES_FILE, JSON.stringify(CATEGORIES)],
    [WORD_LISTS_FILE, JSON.stringify(ALL_WORD_LISTS)],
    [COMMON_PASSWORDS_FILE, commonPasswords().join('\n')],
  ]
}

/** Replaces the binding of the static assets if there is no build. */
export function servedWorkerFiles(): Fetcher {
  const files = new Map(workerFiles())
  const fetch = async (url: string) => new Response(files.get(new URL(url).pathname))
  return { fetch } as unknown as Fetcher
}
