import { Badge } from '#app/components/ui/badge.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import type { Platform } from '#worker/rules/platforms.ts'

interface SampleReview {
  name: string
  platform: Platform
  rating: number
  when: string
  text: string
  reply?: string
}

const SAMPLES: readonly SampleReview[] = [
  {
    name: 'Marta',
    platform: 'google',
    rating: 2,
    when: '12 minutes ago',
    text: 'Lovely bread, but I waited twenty minutes at the counter while two people were on the phone.',
  },
  {
    name: 'J. Okafor',
    platform: 'yelp',
    rating: 5,
    when: 'yesterday',
    text: 'Best rye in town, and they remembered my order from last week.',
    reply: 'That made our morning. See you on Saturday!',
  },
]

/** Reviews a week, as one path. */
const BARS = [38, 52, 44, 61, 47, 70, 58, 82, 66, 91]
  .map((percent, index) => `M${index * 10 + 1.5} 40v-${percent * 0.4}h7v${percent * 0.4}z`)
  .join('')

/** What the product looks like, drawn with its own parts and invented reviews. */
export function InboxPicture() {
  return (
    <figure className="relative mx-auto w-full max-w-lg">
      <div
        role="img"
        aria-label="The dashboard with an average of 4.6 stars, a chart of reviews a week and two reviews, one waiting for an answer"
      >
        <div aria-hidden className="rounded-xl border bg-card p-5 shadow-lg">
          <div className="flex items-end justify-between gap-6">
            <div>
              <p className="text-xs text-muted-foreground">Average, last 30 days</p>
              <p className="mt-1 flex items-baseline gap-2">
                <span className="text-3xl font-semibold tracking-tight">4.6</span>
                <span className="text-sm font-medium text-positive">+0.1</span>
              </p>
              <Stars rating={4.6} className="mt-1" />
            </div>
            <svg
              aria-hidden
              viewBox="0 0 100 40"
              preserveAspectRatio="none"
              className="h-16 w-24 fill-chart-1 sm:w-40"
            >
              <path d={BARS} />
            </svg>
          </div>
        </div>
        <div aria-hidden className="mt-4 grid gap-4 sm:-mr-6 sm:ml-6">
          {SAMPLES.map((review) => (
            <div key={review.name} className="rounded-xl border bg-card p-5 text-sm shadow-md">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Stars rating={review.rating} />
                <PlatformMark platform={review.platform} />
                <Badge variant={review.reply ? 'positive' : 'negative'} className="ml-auto">
                  {review.reply ? 'Answered' : 'Needs an answer'}
                </Badge>
              </div>
              <p className="mt-3">{review.text}</p>
              <p className="mt-2 text-xs text-muted-foreground">
                {review.name} · {review.when}
              </p>
              {review.reply && (
                <p className="mt-3 border-l-2 border-primary pl-3 text-muted-foreground">{review.reply}</p>
              )}
            </div>
          ))}
        </div>
      </div>
      <figcaption className="mt-3 text-right text-xs text-muted-foreground sm:-mr-6">
        An illustration with invented reviews.
      </figcaption>
    </figure>
  )
}
