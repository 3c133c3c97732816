/** A field that is there once, with a text of at most `maxChars`; null for anything else. */
export function singleField(fields: URLSearchParams, name: string, maxChars: number): string | null {
  const [value, ...others] = fields.getAll(name)
  return value && others.length === 0 && value.length <= maxChars ? value : null
}
