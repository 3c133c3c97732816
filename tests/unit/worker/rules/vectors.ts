import { existsSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../../shared/vectors/', import.meta.url)

/** The security vectors lie beside the repository on some machines only: guard their tests with this. */
export function hasVectors(name: string): boolean {
  return existsSync(new URL(name, FOLDER))
}

/** Entries of a vector file; none where the folder is absent. */
export function vectors<Entry extends object>(name: string): Entry[] {
  return hasVectors(name) ? JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) : []
}
