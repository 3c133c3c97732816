/** Converts 'DE' to 'Germany' in a language; '' if the country is unknown. */
export function placeName(country: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return ''
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  } catch {
    // Cloudflare's own codes, such as T1 for Tor.
    return country
  }
}
