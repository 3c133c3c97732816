const NAMELESS_SLUG = 'organization'

/** Lower-case letters, digits and hyphens, without accents. Not unique: whoever stores it adds -1, -2 and so on. */
export function slugFrom(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .split(/[\s-]+/)
    .filter(Boolean)
    .join('-')
  return slug || NAMELESS_SLUG
}
