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

/** The part of the loaders' context that is the same for everyone; reading any other part throws. */
const SAME_FOR_ALL = only({ api: only({ screens: only({ help: async () => [] }) }) })

function only<T extends object>(known: T): T {
  return new Proxy(known, {
    get(target, name) {
      if (!(name in target)) throw new Error(`${String(name)} may depend on the caller.`)
      return Reflect.get(target, name)
    },
  })
}

test.each(PUBLIC_PATHS)('%s has no script and no loader that reads a session', async (path) => {
  const route: Record<string, unknown> = await import(`../../../../app/routes/${FILES[path]}.tsx`)
  expect(wantsNoScripts(route.handle)).toBe(true)
  const loader = route.loader as ((args: object) => unknown) | undefined
  await loader?.(only({ context: SAME_FOR_ALL }))
})
