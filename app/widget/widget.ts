import type { DrawnWidget } from '#worker/rules/widgets.ts'
import { showIn } from './drawn.ts'

// The script that owners put on their site, built into /widget.js. It sets no cookie, asks for one file a widget, and
// fills elements like <div data-review-widget="…" style="height:520px"></div>. Where it can't, what is inside them stays.

const script = document.currentScript
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : ''

async function fill(host: HTMLElement): Promise<void> {
  const answer = await fetch(`${origin}/w/${host.dataset.reviewWidget}.json`, { credentials: 'omit' })
  if (!answer.ok) return
  const drawn: DrawnWidget = await answer.json()
  showIn(host.attachShadow({ mode: 'open' }), drawn)
}

function fillAll(): void {
  // The code of two widgets may be on a page, with the script twice.
  for (const host of document.querySelectorAll<HTMLElement>('[data-review-widget]:not([data-filled])')) {
    host.dataset.filled = ''
    fill(host).catch(() => {})
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fillAll)
else fillAll()
