import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'

/**
 * Reads a static asset that few requests need, so that it isn't bundled with the worker. Anyone may download the asset.
 *
 * @param path as written by `scripts/local/worker-files.ts`
 * @returns a function that reads the file once per isolate
 * @throws DomainError `unavailable`
 */
export function buildFile<T>(path: string, read: (file: Response) => Promise<T>) {
  let kept: T | undefined
  return async ({ assets, settings }: Pick<BackgroundContext, 'assets' | 'settings'>): Promise<T> => {
    if (kept !== undefined) return kept
    try {
      const answer = await assets.fetch(settings.APP_ORIGIN + path)
      if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`)
      kept = await read(answer as unknown as Response)
      return kept
    } catch (cause) {
      throw new DomainError('unavailable', ERROR_TEXTS.SERVER.text, { cause })
    }
  }
}
