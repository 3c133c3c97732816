/** What a spreadsheet takes for a formula or another cell, once white space and what it doesn't show are gone. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u

const GUARDS = /^'+/

/** A line of CSV (RFC 4180): each field quoted, and none that a spreadsheet would run as a formula. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : csvText(field))).join(',')}\r\n`
}

/** A text that already looks guarded gets another apostrophe, so that `withoutFormulaGuard` gives every text back. */
function csvText(text: string): string {
  const safe = FORMULA.test(text.replace(GUARDS, '')) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The text of a field as it was before `csvLine`. */
export function withoutFormulaGuard(field: string): string {
  return field.startsWith("'") && FORMULA.test(field.replace(GUARDS, '')) ? field.slice(1) : field
}

/** Tells spreadsheets that the text is UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'
