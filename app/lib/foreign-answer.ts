import { classifyError, ERROR_TEXTS } from '#worker/rules/error-texts.ts'

/** A response from an intermediary, such as an overloaded proxy. */
export class ForeignAnswer extends Error {
  readonly response: Response

  constructor(response: Response) {
    const { status, statusText } = response
    // HTTP/2 and later have no status text.
    super(`HTTP ${status}: ${statusText || ERROR_TEXTS[classifyError({ status })].title}`)
    this.name = 'ForeignAnswer'
    this.response = response
  }
}

/** True if the response is an error of our API. Leaves the body unread. */
export async function isOurs(response: Response): Promise<boolean> {
  try {
    const { error } = JSON.parse(await response.clone().text())
    return typeof error.data.type === 'string'
  } catch {
    return false
  }
}
