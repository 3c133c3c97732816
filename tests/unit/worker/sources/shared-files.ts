import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder beside the repository with recordings and test vectors; it is absent on most machines. */
const SHARED = new URL('../../../../../shared/', import.meta.url)

export function hasShared(folder: string): boolean {
  return existsSync(fileURLToPath(new URL(folder, SHARED)))
}

export function readShared(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, SHARED)), 'utf8')
}

/** The strings of a vector file of the form `[{ "payload": … }]`. */
export function payloadsOf(file: string): string[] {
  const cases: { payload: string }[] = JSON.parse(readShared(`vectors/${file}`))
  return cases.map(({ payload }) => payload)
}
