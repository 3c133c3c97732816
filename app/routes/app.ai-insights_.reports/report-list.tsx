import { Link } from '@remix-run/react'
import { X } from 'lucide'
import { useEffect } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { formatFor } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useOlder } from '#app/lib/use-older.ts'
import { useMay } from '#app/lib/viewer.ts'
import {
  PERIOD_NAMES,
  type ReportPage,
  type ReportSchedule,
  type ReportSummary,
  type ReportsView,
  RHYTHM_NAMES,
  SCHEDULE_ENDS,
} from '#worker/rules/reports.ts'

export function ReportList({ firstPage }: { firstPage: ReportPage }) {
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(firstPage, (cursor) =>
    api.reports.list.query({ cursor }),
  )
  useEffect(() => {
    if (failure) toast.error(failure)
  }, [failure])
  return (
    <TitledCard
      title={items.length === 0 ? 'No report yet' : 'Your reports'}
      description={
        items.length === 0
          ? 'Choose below what it should cover. It’s created right away.'
          : 'Anyone who can see all of a report’s locations can open it.'
      }
      className="grid gap-4"
    >
      <ul className="grid divide-y">
        {items.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ul>
      {hasOlder && (
        <Button variant="outline" className="justify-self-start" pending={isLoading} onClick={showOlder}>
          Show older reports
        </Button>
      )}
    </TitledCard>
  )
}

function ReportItem({
  report: { id, title, businesses, days, locale, isShared, by, at },
}: {
  report: ReportSummary
}) {
  const format = formatFor({ locale, timeZone: 'UTC' })
  const mayDelete = useMay('reports.make')
  const [first, ...others] = businesses
  return (
    <li className="flex items-center justify-between gap-4 py-2 text-sm">
      <div className="min-w-0">
        <Link
          to={`/app/ai-insights/reports/${id}`}
          className="inline-flex min-h-11 items-center font-medium text-primary wrap-anywhere hover:underline dense:min-h-0"
        >
          {title}
        </Link>
        <p className="wrap-anywhere text-muted-foreground">
          {others.length === 0 ? first?.name : `${businesses.length} locations`}, {format.date(days.from)} –{' '}
          {format.date(days.to)}
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          {by !== null && `${by} · `}
          <RelativeTime date={at} />
          {isShared && ' · Shared by link'}
        </p>
      </div>
      {mayDelete && <DeleteButton id={id} title={title} />}
    </li>
  )
}

function DeleteButton({ id, title }: { id: string; title: string }) {
  const { busy, act } = useAction()
  return (
    <ConfirmButton
      trigger={{
        variant: 'ghost',
        size: 'icon',
        pending: busy === id,
        children: busy === id ? null : <Icon of={X} />,
        'aria-label': `Delete ${title}`,
      }}
      title={`Delete ${title}?`}
      text="This can’t be undone, and its credits aren’t refunded."
      action="Delete"
      isDestructive
      onAction={() =>
        void act(id, async () => {
          await mutate(api.reports.remove.mutate({ id }), 'account-updated')
          toast.success(`${title} is deleted.`)
        })
      }
    />
  )
}

/** Also lists schedules that have ended. */
export function ScheduleList({ schedules, businesses }: Pick<ReportsView, 'schedules' | 'businesses'>) {
  return (
    <TitledCard
      title="Scheduled reports"
      description="Each is created automatically and e-mailed to the person who scheduled it."
    >
      <ul className="grid divide-y">
        {schedules.map((schedule) => (
          <ScheduleItem key={schedule.id} schedule={schedule} businesses={businesses} />
        ))}
      </ul>
    </TitledCard>
  )
}

interface ItemProps extends Pick<ReportsView, 'businesses'> {
  schedule: ReportSchedule
}

function ScheduleItem({ schedule, businesses }: ItemProps) {
  const { title, period, businessIds, rhythm, by } = schedule
  const mayChange = useMay('reports.make')
  const [first, ...others] = businesses.filter(({ id }) => businessIds.includes(id))
  // A report can't be generated again if one of its businesses was deleted.
  const isWhole = businessIds.every((id) => businesses.some((business) => business.id === id))
  const places = others.length === 0 ? (first?.name ?? 'No location') : `${others.length + 1} locations`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0">
        <h3 className="font-medium wrap-anywhere">{title}</h3>
        <p className="wrap-anywhere text-muted-foreground">
          {places}, {PERIOD_NAMES[period].toLowerCase()}, {RHYTHM_NAMES[rhythm]}
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          {by !== null && `${by} · `}
          <StateText schedule={schedule} />
        </p>
      </div>
      {mayChange && <Actions schedule={schedule} isWhole={isWhole} />}
    </li>
  )
}

function StateText({ schedule: { state, nextAt, skippedAt } }: { schedule: ReportSchedule }) {
  const format = useFormat()
  if (state !== 'on') return SCHEDULE_ENDS[state]
  return (
    <>
      {skippedAt !== null && `Skipped on ${format.date(skippedAt)}: too few AI credits. `}
      {nextAt !== null && `Next on ${format.date(nextAt)}.`}
    </>
  )
}

function Actions({
  schedule: { id, title, state },
  isWhole,
}: {
  schedule: ReportSchedule
  isWhole: boolean
}) {
  const { busy, act } = useAction<'set' | 'remove'>()
  const isOn = state === 'on'

  function set() {
    void act('set', async () => {
      await mutate(api.reports.setSchedule.mutate({ id, isOn: !isOn }), 'account-updated')
      toast.success(
        isOn ? `${title} is stopped.` : `${title} is scheduled again and will be e-mailed to you.`,
      )
    })
  }

  function remove() {
    void act('remove', async () => {
      await mutate(api.reports.removeSchedule.mutate({ id }), 'account-updated')
      toast.success(`The schedule for ${title} was deleted.`)
    })
  }

  return (
    <div className="flex flex-wrap gap-2">
      {(isOn || isWhole) && (
        <Button
          variant="outline"
          pending={busy === 'set'}
          aria-label={isOn ? `Stop ${title}` : `Start again: ${title}`}
          onClick={set}
        >
          {isOn ? 'Stop' : 'Start again'}
        </Button>
      )}
      <ConfirmButton
        trigger={{
          variant: 'outline',
          pending: busy === 'remove',
          children: 'Delete',
          'aria-label': `Delete the schedule for ${title}`,
        }}
        title={`Delete the schedule for ${title}?`}
        text="Reports it has already created are kept."
        action="Delete"
        isDestructive
        onAction={remove}
      />
    </div>
  )
}
