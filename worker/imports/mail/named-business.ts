/** Words that one spelling of a name has and another may lack; '&' is one of them. */
const FILLERS = new Set(['and', 'und', 'et', 'y', 'e', 'the'])

interface Named {
  name: string
  city: string | null
}

/**
 * The business that an email is about, by the name in its subject; null if two others fit equally. It is the addressee
 * unless another business is named exactly, apart from case, punctuation and that business's town.
 */
export function businessNamed<T extends Named>(name: string, addressee: T, others: readonly T[]): T | null {
  const sought = keyOf(name)
  const fits = (business: Named) =>
    sought !== '' && [business.name, `${business.name} ${business.city ?? ''}`].map(keyOf).includes(sought)
  const [other, another] = fits(addressee) ? [] : others.filter(fits)
  if (another) return null
  return other ?? addressee
}

/** A name's letters and digits, so that spellings of it can be compared. */
function keyOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’.]/gu, '')
    .replaceAll('ß', 'ss')
  const words = plain.split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => !FILLERS.has(word)).join('')
}
