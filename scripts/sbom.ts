import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { ROOT } from './local/run.ts'

// Prints what ships: the packages below `dependencies` in package.json, as CycloneDX 1.6 (https://cyclonedx.org), or as
// a list of licences. The bundles leave out some of these packages, but contain no others.

interface Package {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
}

function packageIn(folder: string): Package {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Package
}

/** All packages that the package in `folder` depends on, each version once. */
function shipped(folder: string, found = new Map<string, Package>()): Map<string, Package> {
  const paths = createRequire(`${folder}/package.json`).resolve.paths('x') ?? []
  for (const name of Object.keys(packageIn(folder).dependencies ?? {})) {
    const place = paths.map((path) => `${path}/${name}`).find((path) => exists(`${path}/package.json`))
    if (!place) throw new Error(`${name} isn’t installed: npm install`)
    const one = packageIn(place)
    const key = `${one.name}@${one.version}`
    if (found.has(key)) continue
    found.set(key, one)
    shipped(place, found)
  }
  return found
}

function exists(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

const { values } = parseArgs({ options: { licences: { type: 'boolean', default: false } } })
const all = [...shipped(ROOT.replace(/\/$/, '')).values()].sort((a, b) => a.name.localeCompare(b.name))
if (values.licences) {
  for (const [licence, packages] of Map.groupBy(all, ({ license }) => license ?? 'none stated'))
    console.log(`${licence}: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`)
} else {
  const components = all.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
  }))
  const { name, version } = packageIn(ROOT)
  const metadata = { component: { type: 'application', name, version } }
  console.log(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata, components }, null, 2))
}
