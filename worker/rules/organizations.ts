const NAMELESS_SLUG = 'organization'

/**
 * The slug of an organization's name: lower-case letters, digits and single hyphens. Accents are dropped; a name
 * without Latin letters or digits becomes 'organization'. Not unique: whoever stores it adds -1, -2 and so on.
 */
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
