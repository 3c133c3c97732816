import { useFormat } from '#app/lib/locale.tsx'
import type { HistoryEvent } from './review-row.server.ts'
import { type DiffPart, diffWords } from './word-diff.client.ts'

export interface ReviewHistoryProps {
  events: HistoryEvent[]
  platform: string
}

export default function ReviewHistory({ events, platform }: ReviewHistoryProps) {
  const format = useFormat()
  const hasTexts = events.some((event) => event.kind === 'edited' && event.texts)
  return (
    <section className="border-t pt-4">
      <h3 className="font-semibold tracking-tight">History</h3>
      {hasTexts && (
        <p className="mt-1 text-sm text-muted-foreground">
          <del>Struck-through</del> text was removed, <ins>underlined</ins> text was added.
        </p>
      )}
      <ol className="mt-3 grid gap-4 border-l pl-4">
        {events.map((event) => (
          <li key={`${event.kind} ${event.at}`}>
            <p className="flex flex-wrap gap-x-2 text-sm">
              <b className="font-medium">{whatHappened(event, platform)}</b>
              <time dateTime={event.at} className="text-muted-foreground">
                {format.dateTime(event.at)}
              </time>
            </p>
            {event.kind === 'edited' && event.stars && (
              <p className="mt-1 text-sm">{`From ${stars(event.stars.from)} to ${stars(event.stars.to)}.`}</p>
            )}
            {event.kind === 'edited' && event.texts && (
              <p className="mt-1 text-sm break-words whitespace-pre-line" dir="auto">
                {diffWords(event.texts.former, event.texts.later).map((part, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text don't move
                  <Part key={index} part={part} />
                ))}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A change is marked by a line, by color, and by text for screen readers. */
function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return text
  const Mark = kind === 'gone' ? 'del' : 'ins'
  return (
    <Mark
      className={
        kind === 'gone'
          ? 'bg-negative-soft text-negative line-through'
          : 'bg-positive-soft text-positive underline'
      }
    >
      <span className="sr-only">{kind === 'gone' ? ' [taken out: ' : ' [added: '}</span>
      {text}
      <span className="sr-only">] </span>
    </Mark>
  )
}

function whatHappened({ kind }: HistoryEvent, name: string): string {
  switch (kind) {
    case 'edited':
      return 'Edited'
    case 'removed':
      return `No longer shown by ${name}`
    case 'returned':
      return `Shown by ${name} again`
    case 'seen':
      return 'First seen here'
    case 'posted':
      return `Posted on ${name}`
    default:
      return kind satisfies never
  }
}

function stars(rating: number): string {
  return `${rating} ${rating === 1 ? 'star' : 'stars'}`
}
