import { expect, test } from 'vitest'
import { wantsNoScripts } from '#app/lib/page-meta.ts'
import { PUBLIC_PATHS } from '#worker/rules/paths.ts'

const FILES: Record<(typeof PUBLIC_PATHS)[number], string> = {
  '/': '_index',
  '/landing': 'landing',
  '/pricing': 'pricing',
  '/help': 'help',
  '/support': 'support',
  '/privacy': 'privacy',
  '/terms': 'terms',
}

test.each(PUBLIC_PATHS)('%s has no script and no loader that could read a session', async (path) => {
  const route: Record<string, unknown> = await import(`../../../../app/routes/${FILES[path]}.tsx`)
  expect(wantsNoScripts(route.handle)).toBe(true)
  expect(route.loader).toBeUndefined()
})
