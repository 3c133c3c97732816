/**
 * These functions are never applied to stored reviews or replies, which are stored as received and encoded on output.
 */

const MAX_FILENAME_CHARS = 255

/** Strips angle brackets, quotes, `javascript:` and inline handlers (`onclick=`). */
export function sanitizeText(text: string): string {
  const once = stripScriptHooks(text.replace(/[<>"']/g, ''))
  const twice = stripScriptHooks(once)
  // Hooks that reappear after stripping ("javajavascript:script:") are deliberate. Stripping until none is left would
  // take quadratic time on nested input. No hook works without a colon or an equals sign, so remove these instead.
  return twice === once ? once : once.replace(/[:=]/g, '')
}

/** Browsers skip tabs and line breaks inside a scheme. */
const SCRIPT_SCHEME = new RegExp([...'javascript:'].join('[\\t\\n\\r]*'), 'gi')

function stripScriptHooks(text: string): string {
  return text.replace(SCRIPT_SCHEME, '').replace(/\b(\w+)\s*=/g, (match, word: string) => {
    const handlerAt = word.toLowerCase().indexOf('on')
    return handlerAt >= 0 && word.length > handlerAt + 2 ? word.slice(0, handlerAt) : match
  })
}

/** Keeps letters, digits, dot, underscore and hyphen; '' if only dots are left. */
export function sanitizeFilename(name: string): string {
  const kept = name.replace(/[^A-Za-z0-9._-]/g, '').slice(0, MAX_FILENAME_CHARS)
  return /^\.*$/.test(kept) ? '' : kept
}

const PAIRED_TAGS = ['b', 'i', 'em', 'strong', 'p'] as const
type PairedTag = (typeof PAIRED_TAGS)[number]

const CODE_TAGS = ['script', 'style']

/**
 * Rebuilds markup: b, i, em, strong, p and br are balanced and lose their attributes; other tags and comments are
 * dropped.
 */
export function sanitizeHtml(html: string): string {
  const output = new BalancedMarkup()
  let at = 0
  while (at < html.length) {
    const opens = html.indexOf('<', at)
    output.text(html.slice(at, opens < 0 ? html.length : opens))
    if (opens < 0) break
    at = readMarkup(html, opens, output)
  }
  return output.finish()
}

/** Parses the markup at a `<`; returns the index to continue from. */
function readMarkup(html: string, start: number, output: BalancedMarkup): number {
  const lead = html.slice(start + 1, start + 3)
  if (!/^(?:[a-z!?]|\/.)/is.test(lead)) {
    output.text('<')
    return start + 1
  }
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 2)
  if (/^(?:[!?]|\/[^a-z])/i.test(lead)) return after(html, '>', start + 1)
  const name = (/^\/?[a-z][^\s/>]{0,19}/i.exec(html.slice(start + 1, start + 22))?.[0] ?? '').toLowerCase()
  const end = endOfTag(html, start + 1 + name.length)
  if (CODE_TAGS.includes(name)) return endOfCode(html, name, end)
  output.tag(name)
  return end
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

/** Index after the tag's `>`. A `>` inside a quoted attribute value does not end the tag. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  let valueMayStart = false
  for (let at = from; at < html.length; at++) {
    const char = html.charAt(at)
    if (quote) {
      if (char === quote) quote = ''
    } else if (char === '>') {
      return at + 1
    } else if (valueMayStart && (char === '"' || char === "'")) {
      quote = char
      valueMayStart = false
    } else if (char === '=') {
      valueMayStart = true
    } else if (!/\s/.test(char)) {
      valueMayStart = false
    }
  }
  return html.length
}

function endOfCode(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  const match = closing.exec(html)
  return match ? endOfTag(html, closing.lastIndex) : html.length
}

class BalancedMarkup {
  private readonly parts: string[] = []
  private readonly open: PairedTag[] = []
  /**
   * Number of open elements with each name. Kept because searching `open` for every tag would take quadratic time on
   * deep nesting.
   */
  private readonly depth: Record<PairedTag, number> = { b: 0, i: 0, em: 0, strong: 0, p: 0 }

  text(text: string): void {
    this.parts.push(
      text
        .replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;'),
    )
  }

  /** @param name lower case, with a leading slash for a closing tag; unknown names are dropped */
  tag(name: string): void {
    if (name === 'br') this.parts.push('<br>')
    const closes = name.startsWith('/')
    const paired = PAIRED_TAGS.find((tag) => tag === (closes ? name.slice(1) : name))
    if (!paired) return
    // Paragraphs can't be nested: browsers close the first one.
    if (closes || paired === 'p') this.closeThrough(paired)
    if (closes) return
    this.open.push(paired)
    this.depth[paired] += 1
    this.parts.push(`<${paired}>`)
  }

  finish(): string {
    while (this.open.length > 0) this.closeLast()
    return this.parts.join('')
  }

  /** Closes the innermost element of that name and everything inside it; does nothing if none is open. */
  private closeThrough(tag: PairedTag): void {
    const depth = this.depth[tag]
    while (depth > 0 && this.depth[tag] === depth) this.closeLast()
  }

  private closeLast(): void {
    const tag = this.open.pop()
    if (!tag) return
    this.depth[tag] -= 1
    this.parts.push(`</${tag}>`)
  }
}
