import { type Answer, html, json } from './wire.ts'

/** Response to a whole batch that contains an unknown document: 9 bytes. It doesn't mean that the caller is blocked. */
export function forbiddenDocument(): Answer {
  return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' }
}

const CHALLENGE =
  'https://geo.captcha-delivery.com/captcha/?initialCid=SIMULATED&hash=SIMULATED&cid=SIMULATED&t=fe'
const CHALLENGE_PAGE = `<html lang="en"><head><title>yelp.com</title></head><body style="margin:0">
<p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">
var dd={'rt':'c','cid':'SIMULATED','hsh':'SIMULATED','t':'fe','s':1,'host':'geo.captcha-delivery.com','cookie':'SIMULATED'}
</script><script data-cfasync="false" src="https://ct.captcha-delivery.com/c.js"></script></body></html>`

const HEADERS = {
  'x-datadome': 'protected',
  'x-datadome-cid': 'SIMULATED',
  'set-cookie': 'datadome=SIMULATED; Max-Age=31536000; Domain=.yelp.com; Path=/; Secure; SameSite=Lax',
}

const BLOCKED_PAGE = "<html><title>Yelp</title><h1>Sorry, you're not allowed to access this page.</h1></html>"

/**
 * DataDome's page with status 403 (default); `page`: the same with 200; `json`: its form for XHR. `address`: Yelp's own
 * page for blocked IP addresses.
 */
export function yelpCaptcha(variant: string | null): Answer {
  if (variant === 'address') return html(403, BLOCKED_PAGE)
  const refused = { ...HEADERS, 'x-datadome-response': '403' }
  if (variant === 'json') return json(403, { url: CHALLENGE }, refused)
  return variant === 'page' ? html(200, CHALLENGE_PAGE, HEADERS) : html(403, CHALLENGE_PAGE, refused)
}

export function yelpNotFound(): Answer {
  return html(
    404,
    '<!DOCTYPE html><html><head><title>Page Not Found - Yelp</title></head><body>Uh oh.</body></html>',
  )
}
