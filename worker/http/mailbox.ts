import { desc, eq } from 'drizzle-orm'
import type { Handler } from 'hono'
import { html } from 'hono/html'
import { devMails } from '#db/schema/index.ts'
import type { HttpEnv } from './http-env.ts'

const MAX_SHOWN = 50
const LINK = /(https?:\/\/\S+)/

/**
 * `/dev/mailbox`: emails that would have been sent, newest first; `?mail=` shows the HTML part of one. Exists on a
 * local machine only.
 */
export const mailbox: Handler<HttpEnv> = async (c, next) => {
  const { settings, context, nonce } = c.var
  if (settings.ENVIRONMENT !== 'local' || c.req.method !== 'GET') return next()
  const id = c.req.query('mail')
  if (id !== undefined) {
    const [mail] = await context.db.select({ html: devMails.html }).from(devMails).where(eq(devMails.id, id))
    // Stops the browser from requesting a missing icon.
    return mail ? c.html(mail.html.replace('<head>', '<head><link rel="icon" href="data:,">')) : next()
  }
  const mails = await context.db.select().from(devMails).orderBy(desc(devMails.id)).limit(MAX_SHOWN)
  return c.html(html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Mailbox of this machine</title>
<style nonce="${nonce}">
  body { background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 1.5rem; }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 0; }
  p { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .about { color: color-mix(in srgb, currentColor 70%, transparent); font-size: .875rem; margin: 0; }
</style></head>
<body><main><h1>Mailbox of this machine</h1>
<p>Mails are not sent from here. The ${MAX_SHOWN} newest are kept on this page.</p>
${mails.map(
  (mail) => html`<article>
<h2>${mail.subject}</h2>
<p class="about">To ${mail.recipient}, <time datetime="${new Date(mail.createdAt).toISOString()}">${new Date(mail.createdAt).toUTCString()}</time></p>
<p>${mail.text.split(LINK).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</p>
${Object.entries(mail.headers).map(([name, value]) => html`<p class="about">${name}: ${value}</p>`)}
${mail.html && html`<p class="about"><a href="/dev/mailbox?mail=${mail.id}">As HTML</a></p>`}
</article>`,
)}
</main></body></html>`)
}
