import { Link } from '@remix-run/react'
import { TitledCard } from '#app/components/ui/card.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import { withoutComplaints } from '#worker/rules/finding-texts.ts'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import { topicName } from '#worker/rules/insight-texts.ts'
import type { InsightsView, TopicLine, TypicalTerm } from '#worker/rules/insights.ts'
import { OTHER_LANGUAGE } from '#worker/rules/review-features.ts'

/** Smallest effect that is visible in a rating with one decimal. */
const MIN_VISIBLE_STARS = 0.05
const MAX_ON_PHONE = 5

export function TopicsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { topics, otherLanguages, average, complaintsInside, wordDays } = view
  const [first] = topics
  if (!first || average === null) return null
  const costs = first.without - average >= MIN_VISIBLE_STARS
  return (
    <TitledCard
      title="What guests praise and blame"
      description={
        costs
          ? withoutComplaints({
              format,
              topic: first.topic,
              complaints: first.complaints,
              without: first.without,
              average,
            })
          : 'No single topic lowers your average.'
      }
      className="grid gap-3 text-sm"
    >
      <ul className="divide-y">
        {topics.map((topic, index) => (
          <TopicRow
            key={topic.topic}
            view={view}
            topic={topic}
            average={average}
            isFurther={index >= MAX_ON_PHONE}
          />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 text-muted-foreground">
        {complaintsInside > 0 && (
          <ReviewsLink
            to={reviewsBehind(view, wordDays, { mismatch: 'complaint_inside' })}
            count={complaintsInside}
            about="four or five stars, but a complaint"
            text={`${counted(complaintsInside, 'guest', format)} gave 4 or 5 stars but complained`}
          />
        )}
        {otherLanguages > 0 && (
          <ReviewsLink
            to={reviewsBehind(view, wordDays, { term: OTHER_LANGUAGE })}
            count={otherLanguages}
            about="in other languages"
            text={`${counted(otherLanguages, 'review', format)} in other languages ${otherLanguages === 1 ? 'isn’t' : 'aren’t'} included`}
          />
        )}
      </p>
    </TitledCard>
  )
}

interface TopicRowProps {
  view: InsightsView
  topic: TopicLine
  average: number
  /** True for a topic that is hidden on phones. */
  isFurther: boolean
}

function TopicRow({ view, topic, average, isFurther }: TopicRowProps) {
  const format = useFormat()
  const { praise, complaints, without } = topic
  const name = topicName(topic.topic)
  const behind = (opinion: string) => reviewsBehind(view, view.period, { topic: topic.topic, opinion })
  return (
    <li
      className={cn(
        'flex flex-wrap items-center gap-x-3 dense:py-1.5',
        isFurther && 'max-sm:hidden print:flex',
      )}
    >
      <h3 className="min-w-24 flex-1 font-medium first-letter:uppercase">{name}</h3>
      {without - average >= MIN_VISIBLE_STARS && (
        <span className="hidden text-muted-foreground sm:inline">
          {format.rating(without)} without complaints
        </span>
      )}
      <ReviewsLink
        to={behind('positive')}
        count={praise}
        about={`praise of ${name}`}
        text={`${format.number(praise)} praise`}
      />
      <ReviewsLink
        to={behind('negative')}
        count={complaints}
        about={`complaints about ${name}`}
        text={counted(complaints, 'complaint', format)}
      />
    </li>
  )
}

export function WordsCard({ view }: { view: InsightsView }) {
  const { praise, blame } = view
  return (
    <TitledCard
      title="The words they use"
      description="Of the reviews with each word, how many are happy or unhappy."
      className="grid grid-cols-2 gap-x-5"
    >
      <Terms title="Happy" terms={praise} view={view} side="positive" />
      <Terms title="Unhappy" terms={blame} view={view} side="negative" />
    </TitledCard>
  )
}

const MAX_SHOWN = 4

interface TermsProps {
  title: string
  terms: TypicalTerm[]
  view: InsightsView
  side: 'positive' | 'negative'
}

function Terms({ title, terms, view, side }: TermsProps) {
  const format = useFormat()
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium">{title}</h3>
      {terms.length === 0 && (
        <p className="mt-2 text-sm text-muted-foreground">No words stand out here yet.</p>
      )}
      <ul className="mt-2 grid gap-1 text-sm">
        {terms.slice(0, MAX_SHOWN).map((one) => (
          <li key={one.term} className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="break-words">“{one.term}”</span>
            <ReviewsLink
              to={reviewsBehind(view, view.wordDays, { term: one.term })}
              count={one.all}
              about={`with “${one.term}”`}
              text={`${format.number(one[side])} of ${format.number(one.all)}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReviewsLinkProps {
  to: string
  count: number
  /** Accessible label for screen readers, which may read links out of context. */
  about: string
  /** Replaces the default text, '12 reviews'. */
  text?: string
}

/** Links to exactly the reviews that were counted. */
function ReviewsLink({ to, count, about, text }: ReviewsLinkProps) {
  const format = useFormat()
  const shown = text ?? counted(count, 'review', format)
  if (count === 0) return <span className="text-muted-foreground">{shown}</span>
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
      aria-label={`${shown}: ${about}`}
    >
      {shown}
    </Link>
  )
}
