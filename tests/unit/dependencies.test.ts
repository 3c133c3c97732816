import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lock {
  packages: Record<
    string,
    { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
  >
}

const LOCK: Lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))

/** Below these, each has a known fault that a visitor could use. */
const FLOORS: Record<string, string> = {
  '@remix-run/cloudflare': '2.17.5',
  '@remix-run/server-runtime': '2.17.5',
  // Older ones take the path of a redirect for the name of another host.
  '@remix-run/router': '1.23.4',
  '@trpc/server': '11.8.0',
  hono: '4.12.21',
  'drizzle-orm': '0.45.2',
  valibot: '1.2.0',
}

/** Every version of a package that is installed, however deep. */
function versionsOf(name: string): string[] {
  return Object.entries(LOCK.packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version ? [version] : [],
  )
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
}

test.each(Object.entries(FLOORS))('every %s is at least %s', (name, floor) => {
  const versions = versionsOf(name)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
})

test('the lock names no registry, so that any can be asked', () => {
  expect(Object.values(LOCK.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
})

const BINARIES = /-(darwin|linux|win32|windows)-?(x64|arm64|64)/

test('the lock has the binaries of Linux, macOS and Windows', () => {
  const missing = Object.entries(LOCK.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        BINARIES.test(name) &&
        !LOCK.packages[`node_modules/${name}`] &&
        !LOCK.packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})
