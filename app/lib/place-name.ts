/** 'DE' → 'Germany' in the person's language; '' where the country is not known. */
export function placeName(country: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return ''
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  } catch {
    // Codes the platform has and Intl has not, such as T1 for Tor.
    return country
  }
}
