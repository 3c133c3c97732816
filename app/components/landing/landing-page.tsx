import { BellRing, MessageSquareReply, TrendingUp } from 'lucide'
import type { ReactNode } from 'react'
import { PlanCards } from '#app/components/public/plan-cards.tsx'
import { PublicPage } from '#app/components/public/public-page.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { cn } from '#app/lib/cn.ts'
import { BRAND_NAME, BRAND_PROMISE, type RouteHandle } from '#app/lib/page-meta.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import dashboardDark from './pictures/dashboard-dark.webp?url'
import dashboardLight from './pictures/dashboard-light.webp?url'
import reviewsDark from './pictures/reviews-dark.webp?url'
import reviewsLight from './pictures/reviews-light.webp?url'

export const handle: RouteHandle = { scripts: false }

export const meta = () => [
  { title: `${BRAND_NAME} · ${BRAND_PROMISE}` },
  {
    name: 'description',
    content:
      'Your Google and Yelp reviews in one list. See what’s new, answer what matters, and know if your rating is rising.',
  },
]

const ANSWERS = [
  {
    icon: BellRing,
    title: 'What’s new?',
    text: 'Reviews from every platform in one list, newest first. Edited reviews keep their earlier text, and removed ones are marked.',
  },
  {
    icon: MessageSquareReply,
    title: 'What needs my attention?',
    text: 'Unanswered reviews are at the top of the dashboard, above the numbers. Tap one and reply.',
  },
  {
    icon: TrendingUp,
    title: 'Is it getting better?',
    text: 'Rating, number of reviews and response rate, each compared with the weeks before.',
  },
] as const

const REPLIES = [
  {
    title: 'On Google, it posts for you',
    text: 'Connect your Google Business Profile once. Your reply goes live under the review, and its status is shown next to it.',
  },
  {
    title: 'Elsewhere, it’s one tap and a paste',
    text: 'Yelp, Facebook and TripAdvisor don’t take replies from us. We copy yours and open the right page.',
  },
  {
    title: 'No signal? Nothing is lost',
    text: 'A reply you save without a connection waits in your browser and is sent when you’re back online.',
  },
] as const

const SOURCES: readonly { platform: Platform; text: string }[] = [
  {
    platform: 'google',
    text: 'With your Business Profile connected, we collect all your reviews and post your replies. Without it, we see only what Google shows everyone.',
  },
  {
    platform: 'facebook',
    text: 'With your page connected, we collect its recommendations and reviews. On Pro and AI Insights.',
  },
  {
    platform: 'yelp',
    text: 'We see what Yelp shows everyone, which may be only a few at a time.',
  },
  {
    platform: 'tripadvisor',
    text: 'TripAdvisor doesn’t let anyone store its reviews, so we fetch them live when you open them. On Pro and AI Insights.',
  },
]

const LIMITS = [
  'Platforms sometimes won’t show us their reviews. When that happens, the screen tells you and says when we’ll try again.',
  'Nobody can delete a bad review for you. We help you see it early, answer it well, and report it where it breaks the rules.',
] as const

const SECTION = 'page-width mt-24'
const HEADING = 'text-2xl font-semibold tracking-tight md:text-3xl'

export function LandingPage() {
  return (
    <PublicPage>
      <Hero />
      <Questions />
      <Replying />
      <Sources />
      <section aria-labelledby="plans" className={SECTION}>
        <h2 id="plans" className={HEADING}>
          Free for one shop
        </h2>
        <p className="mt-1 mb-6 text-muted-foreground">
          <TextLink href="/pricing#compare" className="inline-block py-3">
            Compare the plans in detail
          </TextLink>
        </p>
        <PlanCards />
      </section>
      <section aria-labelledby="limits" className={SECTION}>
        <h2 id="limits" className={HEADING}>
          What it can’t do
        </h2>
        <ul className="mt-6 grid max-w-3xl list-disc gap-3 pl-5 text-muted-foreground">
          {LIMITS.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
    </PublicPage>
  )
}

function Hero() {
  return (
    <section className="page-width pt-10 md:pt-16">
      <h1 className="max-w-3xl text-4xl leading-[1.1] font-semibold tracking-tight md:text-6xl">
        {BRAND_PROMISE}
      </h1>
      <p className="mt-5 max-w-[52ch] text-lg text-muted-foreground">
        See every new review, answer the ones that matter, and know if your rating is rising. Two minutes a
        day.
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button asChild size="lg">
          <a href="/signup">Start free</a>
        </Button>
        <p className="text-sm text-muted-foreground">One location, no card needed.</p>
      </div>
      <ProductPicture
        of="dashboard"
        alt="The dashboard: what changed comes first, then the reviews that need an answer and the key figures"
        className="mt-12"
      />
      <p className="mt-3 text-xs text-muted-foreground">
        Shown with demo data, on the AI Insights plan. The people and reviews are invented.
      </p>
    </section>
  )
}

function Questions() {
  return (
    <section aria-labelledby="answers" className={SECTION}>
      <h2 id="answers" className={HEADING}>
        Three questions, one screen
      </h2>
      <ul className="mt-8 grid gap-8 md:grid-cols-3">
        {ANSWERS.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon of={icon} className="size-6 text-primary" strokeWidth={1.75} />
            <Point title={title}>{text}</Point>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Replying() {
  return (
    <section aria-labelledby="replies" className="mt-24 border-y bg-card py-16">
      <div className="page-width grid items-center gap-12 md:grid-cols-[1fr_20rem]">
        <div>
          <h2 id="replies" className={HEADING}>
            Reply between customers
          </h2>
          <ul className="mt-8 grid max-w-2xl gap-8">
            {REPLIES.map(({ title, text }) => (
              <li key={title}>
                <Point title={title}>{text}</Point>
              </li>
            ))}
          </ul>
        </div>
        <ProductPicture
          of="reviews"
          alt="The reviews that need an answer on a phone, unhappy guests first"
          className="mx-auto max-w-80"
        />
      </div>
    </section>
  )
}

function Sources() {
  return (
    <section aria-labelledby="sources" className={SECTION}>
      <h2 id="sources" className={HEADING}>
        Where your reviews come from
      </h2>
      <dl className="mt-8 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {SOURCES.map(({ platform, text }) => (
          <div key={platform}>
            <dt className="font-semibold">
              <PlatformMark platform={platform} />
            </dt>
            <dd className="mt-1.5 text-muted-foreground">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 max-w-3xl text-muted-foreground">
        You can also bring in a file, paste a single review, or forward the e-mails that platforms send you.
      </p>
    </section>
  )
}

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-3 font-semibold tracking-tight">{title}</h3>
      <p className="mt-1.5 text-muted-foreground">{children}</p>
    </>
  )
}

/** Created by `npm run pictures`, which uses the same sizes. */
const PICTURES = {
  dashboard: { light: dashboardLight, dark: dashboardDark, width: 1120, height: 720 },
  reviews: { light: reviewsLight, dark: reviewsDark, width: 390, height: 680 },
} as const

interface ProductPictureProps {
  of: keyof typeof PICTURES
  alt: string
  className?: string
}

/**
 * A screenshot of the product with demo data, in the page's color scheme. Both images are rendered and CSS shows one,
 * because `picture` follows the system's scheme, not the page's. The hidden one is lazy, so it is never fetched.
 */
function ProductPicture({ of, alt, className }: ProductPictureProps) {
  const { light, dark, width, height } = PICTURES[of]
  const look = cn('h-auto w-full rounded-xl border shadow-lg', className)
  return (
    <>
      <img
        src={light}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className={cn('if-light', look)}
      />
      <img
        src={dark}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className={cn('if-dark', look)}
      />
    </>
  )
}
