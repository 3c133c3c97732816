import { html } from 'hono/html'

/**
 * A page with nothing in it that goes on to a path of our own at once. The session cookie is SameSite=Strict, so a
 * redirect that began at another site would arrive without it; a navigation that begins on this page does not.
 * The address it stands at leaves the browser's history.
 */
export function bouncePage(path: string) {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0;url=${path}">
<title>One moment</title></head><body><a href="${path}">Continue</a></body></html>`
}
