import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate } from '#app/lib/mutate.ts'
import { useAction } from '#app/lib/use-action.ts'
import { useMay } from '#app/lib/viewer.ts'
import {
  PERIOD_NAMES,
  type ReportSchedule,
  type ReportsView,
  RHYTHM_NAMES,
  SCHEDULE_ENDS,
} from '#worker/rules/reports.ts'

/** Lists recurring reports, including ended ones. */
export function ScheduleList({ schedules, businesses }: Pick<ReportsView, 'schedules' | 'businesses'>) {
  return (
    <TitledCard
      title="Scheduled reports"
      description="Each is created automatically and e-mailed to the person who scheduled it."
    >
      <ul className="grid divide-y">
        {schedules.map((schedule) => (
          <Item key={schedule.id} schedule={schedule} businesses={businesses} />
        ))}
      </ul>
    </TitledCard>
  )
}

interface ItemProps extends Pick<ReportsView, 'businesses'> {
  schedule: ReportSchedule
}

function Item({ schedule, businesses }: ItemProps) {
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
