import { BRAND_NAME } from '../rules/titles.ts'

export type MailBlock =
  /** A paragraph; a URL becomes a link. */
  | string
  | { heading: string }
  | { label: string; url: string }
  | { about: string; title: string; quote: string; label: string; url: string | null }
  /** Small print with links, below a line. */
  | { footer: string; links: readonly { label: string; url: string }[] }

export function plainMail(blocks: readonly MailBlock[]): string {
  return blocks.map(plainBlock).join('\n\n')
}

function plainBlock(block: MailBlock): string {
  if (typeof block === 'string') return block
  if ('heading' in block) return block.heading
  if ('quote' in block) {
    const { about, title, quote, label, url } = block
    return [title, about, quote && `“${quote}”`, url && `${label}:\n${url}`].filter(Boolean).join('\n')
  }
  if ('footer' in block) {
    return ['--', block.footer, ...block.links.map(({ label, url }) => `${label}:\n${url}`)].join('\n')
  }
  return `${block.label}:\n${block.url}`
}

const TEXT = 'margin:0 0 16px;overflow-wrap:anywhere'
const SMALL = 'margin:0 0 8px;font-size:14px;opacity:.8;overflow-wrap:anywhere'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6070;color:#fff;font-weight:600;text-decoration:none'
/** Drawn with styles, because emails load nothing. */
const MARK =
  'display:inline-block;width:28px;height:28px;margin-right:8px;border-radius:8px;background:#0b6070;color:#fff;line-height:28px;text-align:center'
/**
 * Links have the color of the text, which mail programs adapt to dark screens; the default blue is unreadable there.
 */
const LINK = 'color:inherit;font-weight:600;text-decoration:underline'
const CARD = 'margin:0 0 16px;padding:16px;border:1px solid #8888;border-radius:12px'
const PAGE =
  'max-width:36rem;margin:0 auto;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'

/** One column for phones, styles in attributes, no external resources. */
export function htmlMail(subject: string, blocks: readonly MailBlock[], language = 'en'): string {
  return `<!DOCTYPE html>
<html lang="${language}" dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:Canvas;color:CanvasText"><main style="${PAGE}">
<p style="${TEXT};font-weight:600"><span aria-hidden="true" style="${MARK}">&#9733;</span>${BRAND_NAME}</p>
${blocks.map(htmlBlock).join('\n')}
</main></body></html>`
}

function htmlBlock(block: MailBlock): string {
  if (typeof block === 'string') {
    const isAddress = /^https?:\/\/\S+$/.test(block)
    return `<p style="${TEXT}">${isAddress ? link(block, block) : escaped(block).replaceAll('\n', '<br>')}</p>`
  }
  if ('heading' in block)
    return `<h1 style="${TEXT};font-size:22px;line-height:1.3">${escaped(block.heading)}</h1>`
  if ('quote' in block) {
    const { about, title, quote, label, url } = block
    return `<section style="${CARD}"><h2 style="margin:0 0 4px;font-size:16px;overflow-wrap:anywhere">${escaped(title)}</h2>
<p style="${SMALL}">${escaped(about)}</p>${quote && `<p style="${TEXT}" dir="auto">${escaped(quote)}</p>`}${
      url === null ? '' : link(label, url, `display:inline-block;padding:10px 0;${LINK}`)
    }</section>`
  }
  if ('footer' in block) {
    const links = block.links.map(({ label, url }) =>
      link(label, url, `display:inline-block;padding:10px 12px 10px 0;${LINK}`),
    )
    return `<hr style="margin:24px 0 16px;border:0;border-top:1px solid #8888"><p style="${SMALL}">${escaped(block.footer)}</p>
<p style="${SMALL}">${links.join(' ')}</p>`
  }
  return `<p style="${TEXT}">${link(block.label, block.url, BUTTON)}</p>`
}

function link(label: string, url: string, style = LINK): string {
  return `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
