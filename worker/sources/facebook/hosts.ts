/** Language versions such as `de-de.facebook.com` are the same site. */
const HOST = /^((www|m|web|mbasic|[a-z]{2}-[a-z]{2})\.)?(facebook\.com|fb\.com)$/
/** Its links only lead on to a page. */
export const SHORT_HOST = 'fb.me'

/** True for an https address without user name, password or port on a host of Facebook, its short links included. */
export function isFacebookAddress(url: URL): boolean {
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    (url.hostname === SHORT_HOST || HOST.test(url.hostname))
  )
}
