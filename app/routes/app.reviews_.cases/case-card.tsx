import { TextLink } from '#app/components/text-link.tsx'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import {
  CASE_FORM_HINTS,
  CASE_FORMS,
  CASE_RULES,
  type CaseState,
  type CaseStep,
  type CaseView,
} from '#worker/rules/cases.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'

const STATES: Record<CaseState, { name: string; variant: BadgeProps['variant'] }> = {
  open: { name: 'To report', variant: 'neutral' },
  reported: { name: 'Reported', variant: 'info' },
  appealed: { name: 'Appealed', variant: 'info' },
  removed: { name: 'Removed', variant: 'positive' },
  kept: { name: 'Kept by the platform', variant: 'outline' },
  dropped: { name: 'Not reported', variant: 'outline' },
}

const STEPS: Record<CaseState, readonly [step: CaseStep, label: string][]> = {
  open: [
    ['reported', 'I’ve reported it'],
    ['dropped', 'Don’t report it'],
  ],
  reported: [
    ['appealed', 'I’ve appealed'],
    ['kept', 'They keep it'],
  ],
  appealed: [['kept', 'They keep it']],
  removed: [],
  kept: [],
  dropped: [],
}

interface CaseCardProps {
  entry: CaseView
  mayEdit: boolean
  historyDays: number
  /** True for the case named in the URL. */
  isNamed: boolean
}

export function CaseCard({ entry, mayEdit, historyDays, isNamed }: CaseCardProps) {
  const { reviewId, platform, rule, reason, state, authorName, rating, text, businessName } = entry
  const { isBack, isOlder } = entry
  const format = useFormat()
  const isReady = useHydrated()
  const { busy, act } = useAction<CaseStep>()
  const name = PLATFORM_NAMES[platform]
  const isWaiting = entry.closedAt === null
  const move = (step: CaseStep) =>
    act(step, () => mutate(api.cases.move.mutate({ reviewId, step }), 'review-updated'))
  const dates = [
    `Posted ${format.date(entry.postedAt)}`,
    `case opened ${format.date(entry.openedAt)}${entry.isAttack ? ' by us: a suspected attack' : ''}`,
    entry.reportedAt && `reported ${format.date(entry.reportedAt)}`,
    entry.appealedAt && `appealed ${format.date(entry.appealedAt)}`,
    entry.closedAt && `closed ${format.date(entry.closedAt)}`,
  ].filter(Boolean)
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={rating} />
          <h2 className="font-medium wrap-anywhere" dir="auto">
            {authorName}
          </h2>
          <Badge variant={STATES[state].variant}>{STATES[state].name}</Badge>
          {isBack && <Badge variant="neutral">Shown again</Badge>}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          <PlatformMark platform={platform} />
          {businessName}
        </p>
      </div>
      {/* The whole text can be read where the review is opened, if it can be. */}
      <p
        className={cn('text-sm wrap-anywhere', isOlder ? 'whitespace-pre-line' : 'line-clamp-3')}
        dir="auto"
        title={text}
      >
        {text || 'Stars only'}
      </p>
      <p className="text-sm text-muted-foreground">{dates.join(' · ')}</p>
      <p className="text-sm wrap-anywhere">
        {`Rule: ${CASE_RULES[platform][rule] ?? rule}`}
        {reason && <span className="block text-muted-foreground">{reason}</span>}
      </p>
      {isWaiting && (
        <details open={isNamed}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-primary hover:underline dense:min-h-8">
            {state === 'open' ? `How to report it to ${name}` : 'Form and text'}
          </summary>
          <div className="mt-2 grid justify-items-start gap-3 text-sm">
            <p>
              <TextLink href={CASE_FORMS[platform]} target="_blank" rel="noreferrer">
                {`Open ${name}’s form`}
              </TextLink>
              {`. ${CASE_FORM_HINTS[platform]}`}
            </p>
            <pre
              className="w-full rounded-lg bg-muted p-3 text-xs wrap-anywhere whitespace-pre-wrap"
              dir="auto"
            >
              {entry.report}
            </pre>
            <CopyButton text={entry.report} label="Copy the text" />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        {mayEdit &&
          STEPS[state].map(([step, label], index) => (
            <Button
              key={step}
              size="sm"
              variant={index === 0 ? 'outline' : 'ghost'}
              disabled={!isReady || busy !== null}
              pending={busy === step}
              aria-label={`${label}: ${authorName}`}
              onClick={() => move(step)}
            >
              {label}
            </Button>
          ))}
        {!isOlder && (
          <TextLink
            href={`/app/reviews/${reviewId}`}
            className="inline-flex min-h-11 items-center text-sm dense:min-h-8"
          >
            Open the review
          </TextLink>
        )}
      </div>
      {isOlder && (
        <p className="text-sm text-muted-foreground">
          {`The review itself is older than the ${historyDays} days that your plan shows. Its text, stars and dates stay here, with the case.`}
        </p>
      )}
    </Card>
  )
}
