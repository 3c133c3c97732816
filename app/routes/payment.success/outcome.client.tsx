import { useSearchParams } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { olderReviews, planStartText } from '#app/features/billing/plan-start.ts'
import { api, errorReason, errorText } from '#app/lib/api.ts'
import type { CheckoutOutcome } from '#worker/rules/billing.ts'
import { planKey } from '#worker/rules/plan-state.ts'
import { planName } from '#worker/rules/plans.ts'

/** Pause between polls: payments can take a while to settle. */
const ASK_AGAIN_MS = 5_000
/** Errors for a checkout that doesn't exist: polling again can't help, and no payment is under way. */
const GONE: readonly string[] = ['not_found', 'invalid_input']

interface OutcomeProps {
  userId: string
  /** The plan when the page was loaded. */
  plan: string
}

/** Asks the payment service for the outcome, because the URL proves nothing. */
export default function Outcome({ userId, plan }: OutcomeProps) {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  const { result, failure, ask } = useOutcome(sessionId)
  const known = sessionId === null ? ({ outcome: plan === 'free' ? 'open' : 'paid', plan } as const) : result
  const paid = known?.outcome === 'paid' ? known.plan : null
  const older = useOlderReviews(paid)

  useEffect(() => {
    // Tells other tabs, which show the new plan at once and then fetch it.
    if (paid !== null) window.localStorage.setItem(planKey(userId), paid)
  }, [paid, userId])

  if (failure?.isGone) {
    return (
      <Frame title={failure.text}>
        <Button asChild variant="outline">
          <a href="/app/billing">See your billing</a>
        </Button>
      </Frame>
    )
  }
  if (failure !== null) {
    return (
      <Frame title="We could not check your payment" intro="Your payment isn’t lost.">
        <Alert variant="destructive">{failure.text}</Alert>
        <Button onClick={ask}>Check again</Button>
      </Frame>
    )
  }
  if (paid !== null) {
    const target = new URLSearchParams({ upgrade: 'success', plan: paid })
    return (
      <Frame title={`You’re on ${planName(paid)}`} intro={planStartText(paid, older)}>
        {older === null && (
          <Button asChild size="lg">
            <a href="/app/businesses/new">Add your first business</a>
          </Button>
        )}
        <Button asChild size="lg" variant={older === null ? 'outline' : 'default'}>
          <a href={`/app?${target}`}>Go to your Dashboard</a>
        </Button>
        <Button asChild variant="outline">
          <a href="/app/billing">See your billing</a>
        </Button>
      </Frame>
    )
  }
  if (known?.outcome === 'open') {
    return (
      <Frame title="Nothing was paid" intro="The payment wasn’t completed, and nothing was charged.">
        <Button asChild size="lg">
          <a href="/pricing">See the plans</a>
        </Button>
      </Frame>
    )
  }
  const isSlow = known?.outcome === 'processing'
  return (
    <Frame
      title={isSlow ? 'Your payment is on its way' : 'Checking your payment'}
      intro={isSlow ? 'You can close this page: your plan will start automatically.' : 'This takes a moment.'}
    >
      <p role="status" className="text-sm text-muted-foreground">
        Waiting for the payment service …
      </p>
    </Frame>
  )
}

/**
 * Number of reviews still to be collected, as far as platforms state their totals; 0 until known; null without a
 * location.
 */
function useOlderReviews(plan: string | null): number | null {
  const [older, setOlder] = useState<number | null>(0)
  useEffect(() => {
    if (plan === null) return
    let isHere = true
    api.screens.businesses.query({}).then(
      ({ items, count, failed }) => isHere && setOlder(count === 0 && !failed ? null : olderReviews(items)),
      // The rest of the page works without this number.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [plan])
  return older
}

function useOutcome(sessionId: string | null) {
  const [result, setResult] = useState<CheckoutOutcome | null>(null)
  const [failure, setFailure] = useState<{ text: string; isGone: boolean } | null>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (sessionId === null) return
    let timer: number | undefined
    let isHere = true
    const again = () => {
      api.billing.confirm.mutate({ sessionId }).then(
        (answer) => {
          if (!isHere) return
          setResult(answer)
          if (answer.outcome === 'processing')
            timer = window.setTimeout(() => setAsked(asked + 1), ASK_AGAIN_MS)
        },
        (error: unknown) =>
          isHere && setFailure({ text: errorText(error), isGone: GONE.includes(errorReason(error) ?? '') }),
      )
    }
    again()
    return () => {
      isHere = false
      window.clearTimeout(timer)
    }
  }, [sessionId, asked])
  const ask = () => {
    setFailure(null)
    setAsked(asked + 1)
  }
  return { result, failure, ask }
}

function Frame({ title, intro = '', children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <AuthPage
      title={title}
      intro={intro}
      footer={
        <>
          Is something wrong? <TextLink href="/support">Ask support</TextLink>
        </>
      }
    >
      <div className="grid gap-4">{children}</div>
    </AuthPage>
  )
}
