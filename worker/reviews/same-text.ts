const WHITE_SPACE = ["' '", 'char(9)', 'char(10)', 'char(13)', 'char(160)']

/**
 * SQL for a text without white space. Texts are compared by it, because mails and files break the lines of a text
 * differently from its platform.
 */
export function withoutSpaces(text: string): string {
  return WHITE_SPACE.reduce((rest, space) => `replace(${rest}, ${space}, '')`, text)
}
