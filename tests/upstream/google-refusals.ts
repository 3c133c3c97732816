import { type Answer, html, json, redirect, type UpstreamRequest } from './wire.ts'

/** The list's error response: a code in the place of an HTTP status. */
export function googleError(code: number): Answer {
  return json(code, `)]}'\n[["er",null,null,null,null,${code},null,null,null,9]]`)
}

const SORRY_PAGE = `<!DOCTYPE html><html><head><title>https://www.google.com/</title></head><body>
<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-s=""></div></form>
<b>About this page</b><br>Our systems have detected unusual traffic from your computer network. This page checks to
see if it's really you sending the requests, and not a robot. <a href="/sorry/index">Why did this happen?</a>
</body></html>`

/** Captcha: `redirect` (default) to `/sorry/`, or `page`, the same page with status 200. */
export function googleCaptcha(request: UpstreamRequest, variant: string | null): Answer {
  if (variant === 'page') return html(200, SORRY_PAGE)
  const back = encodeURIComponent(`https://${request.host}${request.path}`)
  return redirect(302, `https://www.google.com/sorry/index?continue=${back}&q=EgQAAAAA`)
}

const CONSENT_PAGE = `<!DOCTYPE html><html lang="en"><head><base href="https://consent.google.com/">
<title>Before you continue to Google</title><script>var _F_jsUrl="/_/mss/boq-identity/ConsentUi";</script></head><body>
<h1>Before you continue to Google</h1><p>We use cookies and data to deliver and maintain Google services.</p>
<form action="https://consent.google.com/save" method="POST"><button>Reject all</button><button>Accept all</button>
</form></body></html>`

/** Consent: `redirect` (default) to consent.google.com, or `page`, that page with status 200. */
export function googleConsent(request: UpstreamRequest, variant: string | null): Answer {
  if (variant === 'page') return html(200, CONSENT_PAGE)
  const back = encodeURIComponent(`https://${request.host}${request.path}?${request.query}`)
  return redirect(302, `https://consent.google.com/ml?continue=${back}&gl=DE&hl=en&pc=m&src=1`)
}
