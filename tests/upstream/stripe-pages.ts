import type { StripeDesk } from './stripe-desk.ts'
import { type Answer, escapeHtml, html, redirect, type UpstreamRequest } from './wire.ts'

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 10vh auto; padding: 0 1rem; color: #1c1c1c }
  form, fieldset { display: grid; gap: .75rem } fieldset { border: 1px solid #ccc; border-radius: .5rem; padding: 1rem }
  button { font: inherit; padding: .5rem 1rem; border-radius: .5rem; border: 1px solid #888; background: #fff }`

function page(title: string, body: string): Answer {
  return html(
    200,
    `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style><h1>${escapeHtml(title)}</h1>
<p>This is a stand-in for Stripe. No money moves.</p>${body}</html>`,
  )
}

function choices(...all: readonly (readonly [value: string, label: string])[]): string {
  const buttons = all.map(([value, label]) => `<button name="does" value="${value}">${label}</button>`)
  return `<form method="post" action="">${buttons.join('')}</form>`
}

function link(address: string, label: string): string {
  return `<p><a href="${escapeHtml(address)}">${label}</a></p>`
}

/** Stripe Checkout, with a card that works, one that is declined, one whose bank asks first, or a way back. */
export function checkoutPage(desk: StripeDesk, { method, path, body }: UpstreamRequest): Answer {
  const session = desk.sessions.get(path.split('/').at(-1) ?? '')
  if (!session || session.status === 'expired') return page('This checkout has ended', '')
  if (session.status === 'complete') return redirect(302, session.successUrl)
  const does = method === 'POST' ? new URLSearchParams(body).get('does') : null
  if (does === 'pay' || does === 'authenticated') {
    desk.complete(session)
    return redirect(302, session.successUrl)
  }
  if (does === 'secure') {
    const bank = choices(['authenticated', 'Complete authentication'], ['declined', 'Fail authentication'])
    return page('3-D Secure', `<p>Your bank wants to know that it is you.</p>${bank}`)
  }
  const problem = does === 'declined' ? '<p role="alert">Your card was declined.</p>' : ''
  const cards = choices(
    ['pay', 'Pay and subscribe'],
    ['declined', 'Pay with a card that is declined'],
    ['secure', 'Pay with a card that asks for 3-D Secure'],
  )
  return page('Checkout', problem + cards + link(session.cancelUrl, 'Back'))
}

/** The customer portal, in which a new card pays the open invoice. */
export function portalPage(desk: StripeDesk, { method, path, body }: UpstreamRequest): Answer {
  const portal = desk.portals.get(path.split('/').at(-1) ?? '')
  if (!portal) return page('This page has ended', '')
  const does = method === 'POST' ? new URLSearchParams(body).get('does') : null
  if (does === 'card') desk.payRenewal(portal.customer)
  const done = does === 'card' ? '<p>Your card was updated.</p>' : ''
  return page('Billing', done + choices(['card', 'Update the card']) + link(portal.returnUrl, 'Return'))
}
