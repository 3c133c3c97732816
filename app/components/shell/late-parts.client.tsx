import { useLocation, useNavigate, useRevalidator } from '@remix-run/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText, errorType } from '#app/lib/api.ts'
import { rememberEmail, whenIdle } from '#app/lib/browser-state.ts'
import { useConnection } from '#app/lib/connection.ts'
import { ownTimeZone, useFormat } from '#app/lib/locale.tsx'
import {
  type Delivery,
  type LocalResponse,
  OUTBOX_CHANGED,
  OUTBOX_KEY,
  outboxOf,
} from '#app/lib/reply-outbox.ts'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { isRetryable } from '#worker/rules/error-texts.ts'
import { isKeptPath, OPEN_PARAMETER } from '#worker/rules/kept-screens.ts'
import { BOUNCED_MARKER } from '#worker/rules/paths.ts'
import { sessionEndsAt } from '#worker/rules/sessions.ts'
import { fireAppEvent } from '../../lib/events.ts'

const OpenPalette = onDemand(() => import('#app/features/palette/open-palette.client.tsx'))

export interface LatePartsProps {
  userId: string
  /** End of the session; milliseconds, UTC. */
  expiresAt: number
}

/** Parts of every screen that can be loaded after its first paint. */
export default function LateParts({ userId, expiresAt }: LatePartsProps) {
  useOutboxSender(userId)
  useOwnTimeZone(userId)
  const { email } = useViewer().user
  useEffect(() => rememberEmail(email), [email])
  useKeptScreens()
  useCleanAddress()
  return (
    <>
      <Palette />
      <SessionWatch expiresAt={expiresAt} />
      <PrintDate />
    </>
  )
}

/** Opens with Ctrl or ⌘ K; its code is loaded on first use. */
function Palette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return isOpen && <OpenPalette onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />
}

/**
 * Adds the date to a printout, where '2 days ago' means little. Formats it only when printing, because creating a
 * page's first Intl formatter takes as long as hydration.
 */
function PrintDate() {
  const format = useFormat()
  const at = useSyncExternalStore(subscribeToPrinting, () => printedAt)
  return (
    <p className="print-date hidden pt-6 text-xs text-muted-foreground print:block">
      {at !== null && `Printed ${format.dateTime(new Date(at).toISOString())}`}
    </p>
  )
}

let printedAt: number | null = null

function subscribeToPrinting(onPrint: () => void): () => void {
  const print = () => {
    printedAt = Date.now()
    onPrint()
  }
  window.addEventListener('beforeprint', print)
  return () => window.removeEventListener('beforeprint', print)
}

/** Sends unsent replies on page load, on reconnecting, and every minute in case the server was too busy. */
function useOutboxSender(userId: string): void {
  const { isUp } = useConnection()
  function send() {
    if (isUp && window.localStorage.getItem(OUTBOX_KEY) !== null) void sendOutbox(userId)
  }
  useRegularly(send, MINUTE_MS)
  useEffect(send, [isUp, userId])
}

/**
 * Opens the screen named in the URL's fragment. The service worker redirects here if it has cached only the data of
 * that screen, not its document.
 */
function useKeptScreens(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const { hash, origin } = window.location
    const wanted = new URLSearchParams(hash.slice(1)).get(OPEN_PARAMETER)
    if (!wanted?.startsWith('/app')) return
    const { pathname, search } = new URL(wanted, origin)
    // Anybody can craft such a link, so allow only screens that are kept.
    if (isKeptPath(pathname)) navigate(pathname + search, { replace: true })
  }, [navigate])
}

/** Reports the browser's time zone once. Alerts and digests use it until the person chooses another one. */
function useOwnTimeZone(userId: string): void {
  useEffect(
    () =>
      whenIdle(() => {
        const key = `time-zone-told:${userId}`
        const own = ownTimeZone()
        if (window.localStorage.getItem(key) === own) return
        api.alerts.tellTimeZone.mutate({ timeZone: own }).then(
          () => window.localStorage.setItem(key, own),
          // The next page load tries again.
          () => {},
        )
      }),
    [userId],
  )
}

/** Removes the marker that the server adds to the URL of visits from other sites, so that nobody copies it. */
function useCleanAddress(): void {
  useEffect(() => {
    const url = new URL(window.location.href)
    if (!url.searchParams.has(BOUNCED_MARKER)) return
    url.searchParams.delete(BOUNCED_MARKER)
    window.history.replaceState(window.history.state, '', url)
  }, [])
}

/** Allowance for clock differences between server and browser. */
const GRACE_MS = 5 * SECOND_MS

/**
 * Reloads once the session must have ended (`expiresAt`: milliseconds, UTC). The layout's loader then redirects to
 * /login, so that no data stays on an unattended screen.
 */
function SessionWatch({ expiresAt }: { expiresAt: number }) {
  // Every navigation makes a request, which resets the idle time.
  return <Timer key={useLocation().key} expiresAt={expiresAt} />
}

function Timer({ expiresAt }: { expiresAt: number }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const now = Date.now()
    const wait = Math.max(sessionEndsAt({ lastActivityAt: now, expiresAt }) - now, 0) + GRACE_MS
    const timer = setInterval(revalidate, wait)
    return () => clearInterval(timer)
  }, [expiresAt, revalidate])
  return null
}

/** A lock allows one tab at a time, so that no reply is sent twice. */
async function sendOutbox(userId: string): Promise<void> {
  await navigator.locks.request(OUTBOX_KEY, async () => {
    const outbox = outboxOf(userId)
    const sent = await outbox.send(sendReply)
    window.dispatchEvent(new Event(OUTBOX_CHANGED))
    if (sent.length === 0) return
    fireAppEvent('response-created')
    toast.success(sent.length === 1 ? 'Your reply was sent.' : `Your ${sent.length} replies were sent.`)
  })
}

async function sendReply(reply: LocalResponse): Promise<Delivery> {
  try {
    await api.responses.create.mutate({
      reviewId: reply.review_id,
      text: reply.response_text,
      asSuggested: reply.as_suggested,
    })
    return 'sent'
  } catch (error) {
    const type = errorType(error)
    if (isRetryable(type) || type === 'RATE_LIMIT' || type === 'AUTHENTICATION') return 'later'
    return (await isAlreadyThere(reply)) ? 'sent' : { refused: errorText(error) }
  }
}

/** True if the server already has this reply: an earlier attempt reached it, and only the response was lost. */
async function isAlreadyThere(reply: LocalResponse): Promise<boolean> {
  try {
    const stored = await api.responses.forReview.query({ reviewId: reply.review_id })
    return stored?.text === reply.response_text
  } catch {
    return false
  }
}
