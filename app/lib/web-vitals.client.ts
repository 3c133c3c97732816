import { onCLS, onINP, onLCP } from 'web-vitals'
import type { WebVitals } from '#worker/rules/web-vitals.ts'

/** Share of page loads that are reported. */
const SAMPLED = 0.1

/** Reports a sample of page loads when the page is left. Reports contain no URLs or personal data. */
export function reportWebVitals(): void {
  if (Math.random() >= SAMPLED) return
  const figures: WebVitals = {}
  const keep = ({ name, value }: { name: string; value: number }) => {
    figures[name as keyof WebVitals] = value
  }
  onLCP(keep)
  onINP(keep)
  onCLS(keep)
  document.addEventListener('visibilitychange', send)

  function send() {
    if (document.visibilityState !== 'hidden' || Object.keys(figures).length === 0) return
    document.removeEventListener('visibilitychange', send)
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(figures), keepalive: true }
    fetch('/api/web-vitals', { ...request, credentials: 'omit' }).catch(() => {})
  }
}
