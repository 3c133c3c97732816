import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { FailureRemedy } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { ERROR_TEXTS } from '#worker/rules/error-texts.ts'
import { Button } from './ui/button.tsx'

/** Shown below a form whose input is valid but was refused: a sign-in link, or a retry after a wait. */
export default function Remedy({ remedy }: { remedy: FailureRemedy }) {
  return remedy === 'sign_in' ? <SignIn /> : <WaitAndRetry retryAt={remedy.retryAt} />
}

/** Opens in another tab: leaving this page would lose what was typed. */
function SignIn() {
  const { pathname, search } = window.location
  const query = new URLSearchParams({ redirectTo: pathname + search, notice: 'session-ended' })
  return (
    <>
      <p>What you typed stays here. Sign in in another tab, then send it again.</p>
      <Button asChild variant="outline" size="sm" className="mt-1 justify-self-start">
        <a href={`/login?${query}`} target="_blank" rel="noreferrer">
          {ERROR_TEXTS.AUTHENTICATION.action}
        </a>
      </Button>
    </>
  )
}

function WaitAndRetry({ retryAt }: { retryAt: number }) {
  const format = useFormat()
  const [isWaiting, setWaiting] = useState(false)
  const timer = useRef<number>()
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function wait({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    setWaiting(true)
    timer.current = window.setTimeout(() => form?.requestSubmit(), Math.max(0, retryAt - Date.now()))
  }

  const time = format.time(new Date(retryAt).toISOString())
  return (
    <>
      <p>
        {isWaiting ? `It is sent again at ${time}. Keep this page open.` : `You can try again at ${time}.`}
      </p>
      {!isWaiting && (
        <Button variant="outline" size="sm" className="mt-1 justify-self-start" onClick={wait}>
          {ERROR_TEXTS.RATE_LIMIT.action}
        </Button>
      )}
    </>
  )
}
