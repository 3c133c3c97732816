import { isPlainHttps } from '../../platform/public-address.ts'
import { isDomainOf } from '../hosts.ts'
import { addressReader } from '../listing-address.ts'
import type { PlaceRef } from '../source.ts'

const HOW = 'Open your business on TripAdvisor and paste the address of its page.'

const REASONS = {
  elsewhere: `This is not a TripAdvisor address. ${HOW}`,
  insecure: `This link does not start with https://. ${HOW}`,
  product: `This link leads to a tour or a ticket, not to a business. ${HOW}`,
  otherPage: `This TripAdvisor address does not lead to one business. ${HOW}`,
} as const

/** `Hotel_Review-g60745-d89575-Reviews-…`, `ShowUserReviews-g…-d…-r…`: the number after `-d` is the location. */
const LOCATION_PATH = /^\/([A-Za-z_]{1,60})(?:-g\d{1,12})?-d(\d{1,12})(?:-|\.|$)/
const BARE_PATH = /^\/(\d{1,12})\/?$/

/** The listing's id is always in its address. */
export const { locate, whyNotListing } = addressReader(read, REASONS)

function read(url: URL): PlaceRef | keyof typeof REASONS {
  if (!isTripadvisorAddress(url)) {
    const secured = URL.parse(url.href.replace(/^http:/, 'https:'))
    return secured && isTripadvisorAddress(secured) ? 'insecure' : 'elsewhere'
  }
  const [, kind = '', inPath] = LOCATION_PATH.exec(url.pathname) ?? []
  // On product pages this number identifies the product.
  if (kind === 'AttractionProductReview') return 'product'
  const id = inPath ?? BARE_PATH.exec(url.pathname)?.[1]
  return id === undefined || /^0/.test(id) ? 'otherPage' : { id, url: `https://www.tripadvisor.com/${id}` }
}

/** TripAdvisor's own domains, as the part after `tripadvisor.`. */
const ENDINGS: ReadonlySet<string> = new Set(
  (
    'com at be ca ch cl cn co co.hu co.id co.il co.kr co.nz co.uk co.za com.ar com.au com.br com.eg com.gr com.hk ' +
    'com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn cz de dk es fi fr ie in it jp nl no pt rs ru se sk'
  ).split(' '),
)

/** True for a plain https address on a host of TripAdvisor, which may start with a language (`fr.tripadvisor.ca`). */
export function isTripadvisorAddress(url: URL): boolean {
  const domain = url.hostname.replace(/^(www|m|[a-z]{2})\./, '')
  return isPlainHttps(url) && isDomainOf('tripadvisor', ENDINGS, domain)
}
