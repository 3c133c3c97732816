import { exportArchive } from '../archives/export.ts'
import { member, router, verb } from './init.ts'

export const archivesRouter = router({
  /** Pieces of a zip archive, for `/export/archive.zip`: as a plain answer over HTTP it is refused. */
  export: member.query(verb(exportArchive)),
})
