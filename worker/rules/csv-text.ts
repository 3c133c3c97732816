/**
 * Text a spreadsheet would run as a formula or split into another cell, after leading white space and invisible
 * characters.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u

const GUARDS = /^'+/

/** Formats a line of CSV (RFC 4180). Fields are quoted, and guarded so that no spreadsheet runs them as formulas. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : csvText(field))).join(',')}\r\n`
}

/** Quotes a text and guards formulas. Text that already looks guarded is guarded again, so that it can be restored. */
function csvText(text: string): string {
  const safe = FORMULA.test(text.replace(GUARDS, '')) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

export function withoutFormulaGuard(field: string): string {
  return field.startsWith("'") && FORMULA.test(field.replace(GUARDS, '')) ? field.slice(1) : field
}

/** Tells spreadsheets that the text is UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'
