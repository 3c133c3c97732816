/** What begins the text of data that JSON can hold. The library's texts begin with a bracket or a number. */
export const MARK = 'json'

/**
 * In place of turbo-stream's own (vite.config.ts). Screens are JSON; the library comes for the rest, such as redirects, when there
 * is some.
 *
 * @throws Error for a text that is not data of a screen
 */
export async function decode(stream: ReadableStream<Uint8Array>, options: object) {
  const text = await new Response(stream).text()
  if (text.startsWith(MARK)) {
    return { value: JSON.parse(text.slice(MARK.length)) as unknown, done: Promise.resolve() }
  }
  const decodeAnything = await loadReader()
  return decodeAnything(new Blob([text]).stream(), options)
}

/** What reads data that JSON can't hold. */
export async function loadReader() {
  const { decode } = await import('../../node_modules/turbo-stream/dist/turbo-stream.mjs')
  return decode
}

/** Remix's part for browsers asks for it by name and never calls it: `screen-data.server.ts` writes. */
export function encode(): never {
  throw new Error('Data of screens is written by the server.')
}
