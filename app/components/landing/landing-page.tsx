import { BellRingIcon, MessageSquareReplyIcon, TrendingUpIcon } from 'lucide-react'
import { PlanCards } from '#app/components/public/plan-cards.tsx'
import { PublicPage } from '#app/components/public/public-page.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { BRAND_NAME, BRAND_PROMISE, type RouteHandle } from '#app/lib/page-meta.ts'
import { InboxPicture } from './inbox-picture.tsx'

export const handle: RouteHandle = { scripts: false }

export const meta = () => [
  { title: `${BRAND_NAME} · ${BRAND_PROMISE}` },
  {
    name: 'description',
    content:
      'Reviews from Google and Yelp in one list: what is new, what needs an answer, and whether it gets better.',
  },
]

const ANSWERS = [
  {
    icon: BellRingIcon,
    title: 'What is new',
    text: 'Reviews from Google and Yelp in one list, newest first. One that was changed afterwards says so.',
  },
  {
    icon: MessageSquareReplyIcon,
    title: 'What needs you',
    text: 'The unanswered ones come first, before every number. Write the reply right there, even without a connection.',
  },
  {
    icon: TrendingUpIcon,
    title: 'Whether it gets better',
    text: 'Average, number and answers against the time before. No figure without what it is compared with.',
  },
] as const

const STEPS = [
  {
    title: 'Paste a link',
    text: 'The address of your business on Google Maps or Yelp. It is checked at once.',
  },
  { title: 'Press Collect', text: 'Reviews appear while the rest still arrive, page by page.' },
  { title: 'Answer', text: 'Each review keeps its reply. What is left to do is always on top.' },
] as const

const LIMITS = [
  'Platforms sometimes refuse to show their reviews. Then the screen says so, and when it tries again.',
  'Nobody can delete a bad review for you. We can only help you see it early and answer it well.',
  'Replies are kept here. Posting them on Google or Yelp is still a copy and paste.',
] as const

export function LandingPage() {
  return (
    <PublicPage>
      <section className="mx-auto grid w-full max-w-6xl items-center gap-14 px-5 pt-10 md:px-8 md:pt-16 lg:grid-cols-2">
        <div>
          <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight md:text-5xl">{BRAND_PROMISE}</h1>
          <p className="mt-5 max-w-[46ch] text-lg text-muted-foreground">
            For owners with one shop or ten, who look twice a day for a minute and want to know what people
            said, what waits for an answer, and whether it is getting better.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button asChild size="lg">
              <a href="/signup">Start free</a>
            </Button>
            <p className="text-sm text-muted-foreground">One location, no card, two minutes.</p>
          </div>
        </div>
        <div className="sm:pr-6">
          <InboxPicture />
        </div>
      </section>

      <section aria-labelledby="answers" className="mx-auto mt-24 w-full max-w-6xl px-5 md:px-8">
        <h2 id="answers" className="text-2xl font-semibold tracking-tight md:text-3xl">
          Three questions, answered on one screen
        </h2>
        <ul className="mt-8 grid gap-8 md:grid-cols-3">
          {ANSWERS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-6 text-primary" strokeWidth={1.75} aria-hidden />
              <h3 className="mt-3 font-semibold tracking-tight">{title}</h3>
              <p className="mt-1.5 text-muted-foreground">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="steps" className="mt-24 border-y bg-card py-16">
        <div className="mx-auto w-full max-w-6xl px-5 md:px-8">
          <h2 id="steps" className="text-2xl font-semibold tracking-tight md:text-3xl">
            From link to first reply
          </h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3">
            {STEPS.map(({ title, text }, index) => (
              <li key={title} className="flex gap-4">
                <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent font-semibold text-accent-foreground">
                  {index + 1}
                </span>
                <div>
                  <h3 className="font-semibold tracking-tight">{title}</h3>
                  <p className="mt-1 text-muted-foreground">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section aria-labelledby="plans" className="mx-auto mt-24 w-full max-w-6xl px-5 md:px-8">
        <h2 id="plans" className="mb-8 text-2xl font-semibold tracking-tight md:text-3xl">
          Free for one shop
        </h2>
        <PlanCards />
      </section>

      <section aria-labelledby="limits" className="mx-auto mt-24 w-full max-w-6xl px-5 md:px-8">
        <h2 id="limits" className="text-2xl font-semibold tracking-tight md:text-3xl">
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
