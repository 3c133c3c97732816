/** A line longer than this is none of ours: what unpacks to it may fill the memory. */
const MAX_LINE_CHARS = 4_000_000

export class LineTooLong extends Error {}

/** The lines of a text, as it arrives; blank ones are left out. @throws LineTooLong */
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

/** A whole file of JSON. @throws LineTooLong, SyntaxError */
export async function jsonOf(content: ReadableStream<Uint8Array>): Promise<unknown> {
  let text = ''
  for await (const line of linesOf(content)) {
    text += line
    if (text.length > MAX_LINE_CHARS) throw new LineTooLong()
  }
  return JSON.parse(text)
}
