import type { DrawnWidget } from '#worker/rules/widgets.ts'
import { showIn } from './drawn.ts'

// The script that owners put on their site, built into /widget.js. It sets no cookie, requests one file per widget, and
// fills elements like <div data-review-widget="…" style="height:520px"></div>. If it can't, their content stays.

const script = document.currentScript
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : ''

async function fill(host: HTMLElement): Promise<void> {
  const answer = await fetch(`${origin}/w/${host.dataset.reviewWidget}.json`, { credentials: 'omit' })
  if (!answer.ok) return
  const drawn: DrawnWidget = await answer.json()
  showIn(host.attachShadow({ mode: 'open' }), drawn)
}

function fillAll(): void {
  // A page may have the code of two widgets, and therefore the script twice.
  for (const host of document.querySelectorAll<HTMLElement>('[data-review-widget]:not([data-filled])')) {
    host.dataset.filled = ''
    fill(host).catch(() => {})
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fillAll)
else fillAll()
