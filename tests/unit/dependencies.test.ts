import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lock {
  packages: Record<
    string,
    { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
  >
}

const LOCK: Lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))

/** Minimum versions: each earlier one has a known vulnerability that a visitor could exploit. */
const FLOORS: Record<string, string> = {
  '@remix-run/cloudflare': '2.17.5',
  '@remix-run/server-runtime': '2.17.5',
  // Older versions mistake the path of a redirect for another host.
  '@remix-run/router': '1.23.4',
  '@trpc/server': '11.8.0',
  hono: '4.12.21',
  'drizzle-orm': '0.45.2',
  valibot: '1.2.0',
}

/** Every installed version of a package, at any depth. */
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

test('the lockfile names no registry, so any registry can be used', () => {
  expect(Object.values(LOCK.packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([])
})

const BINARIES = /-(darwin|linux|win32|windows)-?(x64|arm64|64)/

test('the lockfile includes the binaries for Linux, macOS and Windows', () => {
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
