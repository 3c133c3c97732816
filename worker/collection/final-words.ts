import type { SourceError } from '../sources/source.ts'

/** What a failure means once nothing is tried again. */
export function finalWords(error: SourceError): string {
  return error.message.replace(/ We (wait and |wait a moment and )?try again\.$/, '')
}
