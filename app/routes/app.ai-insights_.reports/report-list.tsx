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
import { mutate } from '#app/lib/mutate.ts'
import { useAction } from '#app/lib/use-action.ts'
import { useOlder } from '#app/lib/use-older.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { ReportPage, ReportSummary } from '#worker/rules/reports.ts'

/** Lists existing reports; older ones on demand. */
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
          <Item key={report.id} report={report} />
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

function Item({
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
