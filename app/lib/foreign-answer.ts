import { classifyError, ERROR_TEXTS } from '#worker/rules/error-texts.ts'

/** An answer of somebody on the way to the server, such as a proxy that is overloaded. */
export class ForeignAnswer extends Error {
  readonly response: Response

  constructor(response: Response) {
    const { status, statusText } = response
    // Newer versions of HTTP send no text with a status.
    super(`HTTP ${status}: ${statusText || ERROR_TEXTS[classifyError({ status })].title}`)
    this.name = 'ForeignAnswer'
    this.response = response
  }
}

/** True for an error of our API. Leaves the body to its reader. */
export async function isOurs(response: Response): Promise<boolean> {
  try {
    const { error } = JSON.parse(await response.clone().text())
    return typeof error.data.type === 'string'
  } catch {
    return false
  }
}
