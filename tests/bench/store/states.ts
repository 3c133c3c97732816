import { mkdir, readdir, readFile } from 'node:fs/promises'
import { migrate } from '#scripts/local/migrate.ts'
import { ROOT } from '#scripts/local/run.ts'
import { openSqlite } from './sqlite-d1.ts'

/** All migrations in order, as one script. */
async function schema(): Promise<string> {
  const files = (await readdir(`${ROOT}migrations`)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(`${ROOT}migrations/${file}`, 'utf8')))
  return texts.join('\n')
}

/** Creates a folder with an empty local D1 like `npm start`. @returns the D1's data file */
export async function createState(stateDir: string): Promise<string> {
  await mkdir(stateDir, { recursive: true })
  await migrate(stateDir)
  const folder = `${stateDir}/v3/d1/miniflare-D1DatabaseObject`
  const files = (await readdir(folder)).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
  const [file] = files
  if (file === undefined || files.length > 1) throw new Error(`${folder} should hold one database.`)
  return `${folder}/${file}`
}

/** Creates a separate SQLite file with the product's schema. */
export async function createSqlite(file: string) {
  const opened = openSqlite(file, { durable: true })
  opened.sqlite.exec(await schema())
  return opened
}
