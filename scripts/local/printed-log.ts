const OPERATOR_LINK = /https?:\/\/[^\s"]+\/app\/operator\?claim=[\w-]+/

/**
 * Selects what `npm start` prints of the worker's log: errors, and the link to become the operator. The worker logs the
 * link every minute and changes it every hour; each is printed once.
 *
 * @returns a function from a line and its level to what is printed; null for nothing
 */
export function printedLog(): (line: string, level: string) => string | null {
  let printed: string | undefined
  return (line, level) => {
    if (level === 'error') return line
    const [link] = OPERATOR_LINK.exec(line) ?? []
    if (link === undefined || link === printed) return null
    printed = link
    return `To become the operator of this instance, open ${link}`
  }
}
