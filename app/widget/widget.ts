import type { DrawnWidget } from '#worker/rules/widgets.ts'
import { showIn } from './drawn.ts'

// The script that owners put on their site, served as /widget/<handle>.js. It sets no cookie, requests one file per
// widget, and fills elements like <div data-review-widget="<handle>" style="height:520px"></div>; without one for its
// own widget, it adds one at its own place. If it can't fill an element, the element's content stays.

const script = document.currentScript
const [, base = '', own = ''] =
  (script instanceof HTMLScriptElement && /^(.*\/widget\/)([\w-]+)\.js/.exec(script.src)) || []

async function fill(host: HTMLElement): Promise<void> {
  const answer = await fetch(`${base}${host.dataset.reviewWidget}.json`, { credentials: 'omit' })
  if (!answer.ok) return
  const drawn: DrawnWidget = await answer.json()
  showIn(host.attachShadow({ mode: 'open' }), drawn)
}

function fillAll(): void {
  if (!document.querySelector(`[data-review-widget="${own}"]`)) {
    const host = document.createElement('div')
    host.dataset.reviewWidget = own
    script?.parentNode?.insertBefore(host, script)
  }
  // A page may have the code of two widgets, and therefore the script twice.
  for (const host of document.querySelectorAll<HTMLElement>('[data-review-widget]:not([data-filled])')) {
    host.dataset.filled = ''
    fill(host).catch(() => {})
  }
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fillAll)
else fillAll()
