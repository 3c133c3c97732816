import { useLoaderData } from '@remix-run/react'
import { ArrowLeft } from 'lucide'
import { PageHeader } from '#app/components/page-header.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Card, TitledCard } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { CASE_RULES, type CaseOutcome, HOLDING_REPLY } from '#worker/rules/cases.ts'
import { counted } from '#worker/rules/counted.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { CaseCard } from './case-card.tsx'
import { CaseForm } from './case-form.tsx'

export const meta = () => pageTitle('Reported reviews')

/** `?review=` is the review to report, or the one whose case is shown. */
export const loader = signedInLoader(async ({ api, request }) => {
  const reviewId = new URL(request.url).searchParams.get('review') ?? undefined
  return { view: await api.screens.cases({ reviewId }), reviewId: reviewId ?? null }
})

export default function Cases() {
  const { view, reviewId } = useLoaderData<typeof loader>()
  const { cases, outcomes, subject, mayEdit, historyDays } = view
  const ofAttacks = cases.filter(({ isAttack, closedAt }) => isAttack && closedAt === null)
  const attacked = [...new Set(ofAttacks.map(({ businessName }) => businessName))]
  return (
    <>
      <PageHeader
        title="Reported reviews"
        description="Only the platform can remove a review, and only one that breaks its rules. Here you report it, and see what comes of it."
        actions={
          <LinkButton to="/app/reviews" variant="outline">
            <Icon of={ArrowLeft} />
            All reviews
          </LinkButton>
        }
      />
      <div className="grid gap-4">
        {attacked.length > 0 && (
          <Alert variant="warning">
            <p>
              This looks like an attack on {attacked.join(' and ')}. We opened a case for each review and
              stopped automatic replies there. Report the reviews; until the platform decides, you can answer
              with this:
            </p>
            <p className="my-2 font-medium">{HOLDING_REPLY}</p>
            <p>
              <CopyButton text={HOLDING_REPLY} label="Copy the reply" />
            </p>
          </Alert>
        )}
        {subject && (
          <Card className="p-4 md:p-5">
            <CaseForm key={subject.reviewId} subject={subject} />
          </Card>
        )}
        {cases.length === 0 && !subject && (
          <EmptyState title="No reported reviews">
            {mayEdit
              ? 'Open a review that breaks its platform’s rules, and choose Report this review.'
              : 'Reviews that your team reports to a platform are listed here.'}
          </EmptyState>
        )}
        <ul className="grid gap-3">
          {cases.map((one) => (
            <li key={one.reviewId}>
              <CaseCard
                entry={one}
                mayEdit={mayEdit}
                historyDays={historyDays}
                isNamed={one.reviewId === reviewId}
              />
            </li>
          ))}
        </ul>
        {outcomes.length > 0 && (
          <TitledCard title="What worked for you" description="Of the reports that have ended.">
            <ul className="grid gap-2 text-sm">
              {outcomes.map((outcome) => (
                <Outcome key={`${outcome.platform} ${outcome.rule}`} outcome={outcome} />
              ))}
            </ul>
          </TitledCard>
        )}
      </div>
    </>
  )
}

function Outcome({ outcome: { platform, rule, reported, removed, days } }: { outcome: CaseOutcome }) {
  const format = useFormat()
  const name = CASE_RULES[platform][rule]?.split(':')[0] ?? rule
  const after = days === null ? '' : `, after about ${counted(days, 'day', format)}`
  return (
    <li>
      {`${PLATFORM_NAMES[platform]}, ${name}: ${format.number(removed)} of ${format.number(reported)} removed${after}`}
    </li>
  )
}
