import { ChevronDown } from 'lucide'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { SkeletonRows } from '#app/components/ui/skeleton.tsx'
import { api } from '#app/lib/api.ts'
import { formatDuration } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useOlder } from '#app/lib/use-older.ts'
import type { RunPage, RunStatus, RunView } from '#worker/rules/collection.ts'
import { RUN_STATUS_NAMES, SOURCE_TEXTS, startedBy } from '#worker/rules/source-health-texts.ts'
import { Fact } from './platform-card.tsx'

const OLDER_RUNS = 20

export function RunHistory({ businessId, firstPage }: { businessId: string; firstPage: RunPage }) {
  const older = useOlder(firstPage, (cursor) =>
    api.collection.runs.query({ businessId, cursor, limit: OLDER_RUNS }),
  )
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-3 text-lg font-semibold tracking-tight">
        History
      </h2>
      {older.items.length === 0 ? (
        <Card className="p-4 text-sm text-muted-foreground">
          <p className="font-medium text-foreground">Nothing has been collected yet</p>
          <p>Each collection, import and e-mail is listed here with its results.</p>
        </Card>
      ) : (
        <Card className="overflow-hidden">
          <ul className="divide-y">
            {older.items.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
          {older.isLoading && (
            <SkeletonRows label="Loading older runs" row="h-10" className="gap-2 border-t p-4" />
          )}
          {(older.hasOlder || older.failure) && (
            <div className="grid gap-2 border-t p-4">
              {older.failure && (
                <p role="alert" className="text-sm text-negative">
                  {older.failure}
                </p>
              )}
              {older.hasOlder && (
                <Button
                  variant="outline"
                  className="justify-self-start"
                  pending={older.isLoading}
                  onClick={older.showOlder}
                >
                  Show older entries
                </Button>
              )}
            </div>
          )}
        </Card>
      )}
    </section>
  )
}

const BADGES: Record<RunStatus, BadgeProps['variant']> = {
  queued: 'info',
  running: 'info',
  succeeded: 'positive',
  failed: 'negative',
  cancelled: 'outline',
}

function RunRow({ run }: { run: RunView }) {
  const format = useFormat()
  const source = Object.hasOwn(SOURCE_TEXTS, run.source)
    ? SOURCE_TEXTS[run.source as keyof typeof SOURCE_TEXTS].name
    : null
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm hover:bg-accent focus-visible:-outline-offset-2">
          <PlatformMark
            platform={run.platform}
            {...(run.platformColor && { own: { name: run.platformName, color: run.platformColor } })}
          />
          <RelativeTime date={run.createdAt} className="text-muted-foreground" />
          <span className="text-muted-foreground max-sm:hidden">{startedBy(run)}</span>
          <span className="ml-auto flex items-center gap-3">
            <span className="tabular-nums">{format.number(run.reviewsNew)} new</span>
            <Badge variant={BADGES[run.status]}>{RUN_STATUS_NAMES[run.status]}</Badge>
            <Icon
              of={ChevronDown}
              className="size-4 text-muted-foreground transition-transform group-open:rotate-180"
            />
          </span>
        </summary>
        <div className="grid gap-3 px-4 pt-1 pb-4 text-sm">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr_auto_1fr]">
            <Fact name="Started">{format.dateTime(run.createdAt)}</Fact>
            <Fact name="How">
              {startedBy(run)}
              {source && `, from ${source}`}
            </Fact>
            <Fact name="Pages">
              {run.pagesPlanned > 0
                ? `${format.number(run.pagesScraped)} of ${format.number(run.pagesPlanned)}`
                : format.number(run.pagesScraped)}
            </Fact>
            <Fact name="Took">{formatDuration(run.executionTime)}</Fact>
            <Fact name="Found">{format.number(run.reviewsFound)}</Fact>
            <Fact name="New">{format.number(run.reviewsNew)}</Fact>
            <Fact name="Changed">{format.number(run.reviewsChanged)}</Fact>
          </dl>
          <Sentences name="Errors" sentences={run.errors} className="text-negative" />
          <Sentences name="Warnings" sentences={run.warnings} className="text-neutral" />
        </div>
      </details>
    </li>
  )
}

function Sentences({ name, sentences, className }: { name: string; sentences: string[]; className: string }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <h3 className={className}>{name}</h3>
      <ul className="grid gap-1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
