/** Our lines are never longer. Refusing longer ones stops a zip bomb from filling the memory. */
const MAX_LINE_CHARS = 4_000_000

export class LineTooLong extends Error {}

/** Streams the lines of a text, without blank ones. @throws LineTooLong */
export async function* linesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = content.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield line
      if (rest.length > MAX_LINE_CHARS) throw new LineTooLong()
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses a whole JSON file. @throws LineTooLong, SyntaxError */
export async function jsonOf(content: ReadableStream<Uint8Array>): Promise<unknown> {
  let text = ''
  for await (const line of linesOf(content)) {
    text += line
    if (text.length > MAX_LINE_CHARS) throw new LineTooLong()
  }
  return JSON.parse(text)
}
