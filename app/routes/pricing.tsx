import { Check, Minus } from 'lucide'
import { Fragment } from 'react'
import { PlanCards } from '#app/components/public/plan-cards.tsx'
import { PublicPage } from '#app/components/public/public-page.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'
import { useRootData } from '#app/lib/viewer.ts'
import { RECOMMENDATIONS_LAST_DAY } from '#worker/rules/graph-api.ts'
import { PLAN_NAMES, PLAN_TIERS } from '#worker/rules/plans.ts'
import { PLAN_GROUPS, type PlanValue } from '../components/public/plan-rows.ts'

export const handle: RouteHandle = { scripts: false, appearance: '?plans' }

export const meta = () =>
  pageTitle('Pricing', 'Free for one location. Pro for three, AI Insights for ten, with a longer history.')

const BUYING = {
  question: 'How do I pay, and can I cancel?',
  answer:
    'By card, monthly, through our payment service. You can switch or cancel at any time under Billing; a cancelled plan stays active until the end of the paid month.',
}
const NOT_YET = {
  question: 'When can I buy Pro or AI Insights?',
  answer:
    'They are not on sale yet. Start on Free: your businesses and reviews stay as they are when you move to a larger plan.',
}

const QUESTIONS = [
  {
    question: 'Do I need a card?',
    answer: 'No. The Free plan asks for your name, an e-mail address and a password, and stays free.',
  },
  {
    question: 'Can I reply to reviews on Free?',
    answer:
      'Yes, on every plan. With a connected Google Business Profile your replies are posted to Google. On the other platforms you copy and paste them.',
  },
  {
    question: 'Are Facebook reviews included?',
    answer: `They are collected from a connected page until ${RECOMMENDATIONS_LAST_DAY}, when Facebook stops giving them to apps. Everything collected until then is kept. After that we collect the page’s rating and number of reviews, and you add new reviews by e-mail, from a file or by pasting them.`,
  },
  {
    question: 'What does history mean?',
    answer:
      'How far back you see reviews, counted from the day we first saw them. Nothing older is deleted, and a larger plan shows it.',
  },
  {
    question: 'What happens when the month’s reviews are used up?',
    answer: 'New ones wait until next month. Changes to reviews you already have still arrive.',
  },
  {
    question: 'What happens when I move to a smaller plan?',
    answer: 'Nothing is deleted. Businesses above its limit stay on screen, but we stop collecting for them.',
  },
] as const

export default function Pricing() {
  const isOnSale = useRootData()?.isOnSale ?? false
  const questions = [isOnSale ? BUYING : NOT_YET, ...QUESTIONS]
  return (
    <PublicPage>
      <div className="page-width pt-10 md:pt-16">
        <h1 className="text-3xl font-semibold tracking-tight md:text-4xl">
          <span className="for-guests">Start free with one shop</span>
          <span className="for-members">Plans</span>
        </h1>
        <p className="mt-4 mb-10 max-w-prose text-lg text-muted-foreground">
          Larger plans have more locations, look further back and collect automatically.
          {!isOnSale && ' They aren’t on sale yet.'}
        </p>
        <h2 className="sr-only">Plans</h2>
        <PlanCards />
        <section id="compare" aria-labelledby="compare-title" className="mt-16">
          <h2 id="compare-title" className="mb-4 text-xl font-semibold tracking-tight">
            Compare the plans
          </h2>
          <PlanTable />
        </section>
        <section className="mt-16 max-w-3xl">
          <h2 className="text-xl font-semibold tracking-tight">Questions</h2>
          <dl className="mt-6 grid gap-6">
            {questions.map(({ question, answer }) => (
              <div key={question}>
                <dt className="font-medium">{question}</dt>
                <dd className="mt-1 text-muted-foreground">{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </PublicPage>
  )
}

/** Classes that put a row's name above its three values on phones, to avoid horizontal scrolling. */
const ROW = 'border-t max-sm:grid max-sm:grid-cols-3'

function PlanTable() {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">The three plans in detail</caption>
      <thead>
        <tr className="max-sm:grid max-sm:grid-cols-3">
          <th scope="col" className="font-normal max-sm:sr-only sm:w-2/5">
            <span className="sr-only">Feature</span>
          </th>
          {PLAN_TIERS.map((tier) => (
            <th key={tier} scope="col" className="py-3 pr-3 text-base font-semibold sm:w-1/5">
              {PLAN_NAMES[tier]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PLAN_GROUPS.map(({ title, rows }) => (
          <Fragment key={title}>
            <tr className={ROW}>
              <th colSpan={4} scope="colgroup" className="pt-8 pb-3 font-semibold max-sm:col-span-3">
                {title}
              </th>
            </tr>
            {rows.map(({ name, values }) => (
              <tr key={name} className={ROW}>
                <th
                  scope="row"
                  className="pr-3 font-normal text-muted-foreground max-sm:col-span-3 max-sm:pt-3 sm:py-3"
                >
                  {name}
                </th>
                {PLAN_TIERS.map((tier) => (
                  <td key={tier} className="py-3 pr-3 align-top wrap-anywhere max-sm:pt-1">
                    <Value value={values[tier]} />
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: PlanValue }) {
  if (typeof value === 'string') return value
  const icon = value ? Check : Minus
  return (
    <>
      <Icon of={icon} className={value ? 'size-4 text-primary' : 'size-4 text-muted-foreground'} />
      <span className="sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  )
}
