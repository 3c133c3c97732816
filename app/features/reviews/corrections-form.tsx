import { forwardRef, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { CorrectReviewInput, ReviewReading } from '#worker/rules/corrections.ts'
import { topicName } from '#worker/rules/insight-texts.ts'
import type { Topic } from '#worker/rules/review-features.ts'

interface CorrectionsProps {
  reviewId: string
  reading: ReviewReading
  /** Keeps the review visible if the correction removes it from the list. */
  onStay: (() => void) | undefined
  onCorrected: (reading: ReviewReading) => void
}

const SENTIMENT_NAMES = { positive: 'Positive', mixed: 'Mixed', negative: 'Negative' } as const
const VERDICT_NAMES = { positive: 'Praise', negative: 'Criticism', absent: 'Not mentioned' } as const
const POLARITY_NAMES = { positive: 'praise', neutral: 'neutral', negative: 'criticism' } as const

export function Corrections({ reviewId, reading, onStay, onCorrected }: CorrectionsProps) {
  const mayCorrect = useMay('reviews.answer')
  const { busy, act } = useAction()
  // A removed topic stays in its place, with the focus, until the reading is opened again.
  const [listed, setListed] = useState(() => topicsIn(reading))
  const [chosen, setChosen] = useState<Topic | ''>('')
  const lastAdded = useRef<HTMLFieldSetElement>(null)
  const { sentiment, hasTopics, corrected, otherTopics } = reading
  const offered = otherTopics.filter((topic) => !listed.includes(topic))

  function add() {
    if (chosen === '') return
    flushSync(() => {
      setListed([...listed, chosen])
      setChosen('')
    })
    lastAdded.current?.focus()
  }

  function correct(correction: Pick<CorrectReviewInput, 'subject' | 'verdict'>) {
    // Safe: each subject's buttons offer only that subject's verdicts.
    const input = { reviewId, textVersion: reading.textVersion, ...correction } as CorrectReviewInput
    onStay?.()
    return act(nameOf(correction), async () => {
      const answer = await mutate(api.insights.correct.mutate(input), 'review-updated')
      setListed((topics) => [...new Set([...topics, ...topicsIn(answer)])])
      onCorrected(answer)
    })
  }

  function choices(
    subject: CorrectReviewInput['subject'],
    said: string | null,
    names: Record<string, string>,
  ) {
    if (!mayCorrect) return null
    const verdicts = [null, ...Object.keys(names)] as CorrectReviewInput['verdict'][]
    return (
      <div className="flex flex-wrap gap-1">
        {verdicts.map((verdict) => (
          <Button
            key={verdict}
            size="sm"
            className="max-md:px-2"
            variant={verdict === said ? 'default' : 'outline'}
            aria-pressed={verdict === said}
            pending={busy === nameOf({ subject, verdict })}
            // Only one correction at a time: each response contains the whole reading, so a response that arrives late
            // would hide a newer correction.
            aria-disabled={busy !== null}
            onClick={() => busy === null && void correct({ subject, verdict })}
          >
            {verdict === null ? 'Automatic' : names[verdict]}
          </Button>
        ))}
      </div>
    )
  }

  return (
    <>
      <Subject name="Overall" meaning={sentiment ? SENTIMENT_NAMES[sentiment].toLowerCase() : 'hard to tell'}>
        {choices('text', corrected.includes('text') ? sentiment : null, SENTIMENT_NAMES)}
      </Subject>
      {!hasTopics && <p className="text-muted-foreground">We can’t detect topics in this language yet.</p>}
      {listed.map((topic, index) => {
        const found = reading.topics.find((one) => one.topic === topic)
        const said = found?.polarity ?? 'absent'
        return (
          <Subject
            key={topic}
            ref={index === listed.length - 1 ? lastAdded : undefined}
            name={topicName(topic)}
            meaning={[
              found ? POLARITY_NAMES[found.polarity] : 'not mentioned',
              ...(found?.quotes ?? []).map((quote) => `“${quote}”`),
            ].join(', ')}
          >
            {choices(topic, corrected.includes(topic) ? said : null, VERDICT_NAMES)}
          </Subject>
        )
      })}
      {mayCorrect && offered.length > 0 && (
        <Field label="Add a topic">
          {(control) => (
            <div className="flex gap-2">
              <Select
                {...control}
                value={chosen}
                onChange={({ target }) => setChosen(offered.find((topic) => topic === target.value) ?? '')}
              >
                <option value="">Choose a topic</option>
                {offered.map((topic) => (
                  <option key={topic} value={topic}>
                    {topicName(topic)}
                  </option>
                ))}
              </Select>
              <Button variant="outline" disabled={chosen === ''} onClick={add}>
                Add
              </Button>
            </div>
          )}
        </Field>
      )}
      <p className="text-muted-foreground">
        {mayCorrect
          ? 'Your correction applies right away, until the text changes.'
          : 'To correct this you need a different role: ask an admin of your team.'}
      </p>
    </>
  )
}

interface SubjectProps {
  name: string
  meaning: string
  children: ReactNode
}

const Subject = forwardRef<HTMLFieldSetElement, SubjectProps>(function Subject(
  { name, meaning, children },
  ref,
) {
  return (
    <fieldset ref={ref} tabIndex={-1}>
      <legend className="mb-1.5 wrap-anywhere first-letter:uppercase">
        <b className="font-medium">{name}</b>: {meaning}
      </legend>
      {children}
    </fieldset>
  )
})

/** Topics that AI Insights found in the review, plus topics that members have corrected. */
function topicsIn({ topics, corrected }: ReviewReading): Topic[] {
  const said = corrected.filter((subject) => subject !== 'text')
  return [...new Set([...topics.map(({ topic }) => topic), ...said])]
}

function nameOf({ subject, verdict }: Pick<CorrectReviewInput, 'subject' | 'verdict'>): string {
  return `${subject} ${verdict}`
}
