/** TripAdvisor's own domains, as the part after `tripadvisor.`. */
const ENDINGS: ReadonlySet<string> = new Set(
  (
    'com at be ca ch cl cn co co.hu co.id co.il co.kr co.nz co.uk co.za com.ar com.au com.br com.eg com.gr com.hk ' +
    'com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn cz de dk es fi fr ie in it jp nl no pt rs ru se sk'
  ).split(' '),
)

/**
 * True for an https address without user name, password or port on a host of TripAdvisor. The list is closed. Languages
 * stand before a domain: `fr.tripadvisor.ca`, `th.tripadvisor.com`.
 */
export function isTripadvisorAddress(url: URL): boolean {
  const domain = url.hostname.replace(/^(www|m|[a-z]{2})\./, '')
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    domain.startsWith('tripadvisor.') &&
    ENDINGS.has(domain.slice('tripadvisor.'.length))
  )
}
