import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import { share, topicName, weightText } from '#worker/rules/insight-texts.ts'
import type { InsightsView, TopicInsight } from '#worker/rules/insights.ts'
import { OTHER_LANGUAGE } from '#worker/rules/review-features.ts'
import { ReviewsLink } from './reviews-link.tsx'

const PERCENT = 100

/** What reviews are about, how it is spoken of, and what blame of it goes with. */
export function TopicsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { topics, otherLanguages } = view
  const [first] = topics
  if (!first) return null
  const most = first.positive + first.neutral + first.negative
  return (
    <ChartCard
      title={`People talk most about ${topicName(first.topic)}`}
      description="Reviews from the last 12 months by topic: praise, neutral, criticism. A review counts once for each topic it mentions."
      summary={
        <>
          “Goes with” means that reviews with criticism have fewer stars, not that the criticism is the cause.
          {otherLanguages > 0 && (
            <>
              {' '}
              {counted(otherLanguages, 'text', format)} in a language without topic detection:{' '}
              <ReviewsLink
                to={reviewsBehind(view, view.period, { term: OTHER_LANGUAGE })}
                count={otherLanguages}
                about="in other languages"
                text="see them"
              />
            </>
          )}
        </>
      }
      table={{
        head: 'Topic',
        rows: topics,
        name: ({ topic }) => topicName(topic),
        key: ({ topic }) => topicName(topic),
        columns: [
          { label: 'Praise', value: ({ positive }) => positive, format: format.number },
          { label: 'Neutral', value: ({ neutral }) => neutral, format: format.number },
          { label: 'Criticism', value: ({ negative }) => negative, format: format.number },
          {
            label: 'Share of praise, at least',
            value: ({ praised }) => praised && praised.low * PERCENT,
            format: format.percent,
          },
          {
            label: 'At most',
            value: ({ praised }) => praised && praised.high * PERCENT,
            format: format.percent,
          },
        ],
      }}
    >
      <ul className="mt-4 grid gap-5">
        {topics.map((topic) => (
          <TopicLine key={topic.topic} view={view} topic={topic} most={most} />
        ))}
      </ul>
    </ChartCard>
  )
}

function TopicLine({ view, topic, most }: { view: InsightsView; topic: TopicInsight; most: number }) {
  const format = useFormat()
  const { positive, neutral, negative, praised, weight, months } = topic
  const name = topicName(topic.topic)
  const behind = (opinion: string) => reviewsBehind(view, view.period, { topic: topic.topic, opinion })
  const width = (count: number) => (count / most) * PERCENT
  return (
    <li className="grid gap-x-4 text-sm sm:grid-cols-[8rem_1fr_6rem]">
      <h3 className="font-medium first-letter:uppercase">{name}</h3>
      <svg
        role="img"
        aria-label={`${name}: ${format.number(positive)} praise, ${format.number(neutral)} neutral, ${format.number(negative)} criticism`}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        className="h-5 w-full"
      >
        <path d={`M0 0h${width(positive)}v10H0z`} className="fill-positive" />
        <path
          d={`M${width(positive)} 0h${width(neutral)}v10h-${width(neutral)}z`}
          className="fill-neutral-soft"
        />
        <path
          d={`M${width(positive + neutral)} 0h${width(negative)}v10h-${width(negative)}z`}
          className="fill-negative"
        />
      </svg>
      <MonthsLine months={months} name={name} />
      <p className="flex flex-wrap items-center gap-x-4 text-muted-foreground sm:col-span-2 sm:col-start-2">
        <ReviewsLink
          to={behind('positive')}
          count={positive}
          about={`praise of ${name}`}
          text={`${format.number(positive)} praise`}
        />
        <ReviewsLink
          to={behind('neutral')}
          count={neutral}
          about={`neutral mentions of ${name}`}
          text={`${format.number(neutral)} neutral`}
        />
        <ReviewsLink
          to={behind('negative')}
          count={negative}
          about={`criticism of ${name}`}
          text={`${format.number(negative)} criticism`}
        />
        {praised && (
          <span>
            {share(praised.share, format)} praise ({share(praised.low, format)} to{' '}
            {share(praised.high, format)})
          </span>
        )}
        {weight.known && weight.high < 0 && (
          <span>Criticism goes with a rating {weightText(weight, format)} lower</span>
        )}
      </p>
    </li>
  )
}

const HEIGHT = 20

/** The share of blame a month, from the bottom up. */
function MonthsLine({ months, name }: { months: TopicInsight['months']; name: string }) {
  const format = useFormat()
  const bars = months.map(({ month, positive, neutral, negative }) => {
    const all = positive + neutral + negative
    return { month, share: all === 0 ? 0 : negative / all }
  })
  const label = bars
    .filter((bar) => bar.share > 0)
    .map((bar) => `${format.month(`${bar.month}-01`)} ${share(bar.share, format)}`)
    .join(', ')
  return (
    <svg
      role="img"
      aria-label={`Share of criticism of ${name} by month: ${label || 'none'}`}
      viewBox={`0 0 ${bars.length * 4} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="hidden h-5 w-full border-b sm:block"
    >
      {bars.map((bar, index) => (
        <path
          key={bar.month}
          d={`M${index * 4} ${HEIGHT}v-${bar.share * HEIGHT}h3v${bar.share * HEIGHT}z`}
          className="fill-negative"
        />
      ))}
    </svg>
  )
}
