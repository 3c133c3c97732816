import { useEffect, useRef, useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Alert, AlertDescription } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { LabelledSwitch } from '#app/components/ui/switch.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import {
  AUTOMATIC_STARS,
  type DraftStyleView,
  MAX_CONTACT_CHARS,
  MAX_REMARK_CHARS,
  MAX_REMARKS,
  MAX_SIGN_OFF_CHARS,
  type RemarkKind,
  TONES,
  type Tone,
} from '#worker/rules/drafts.ts'

export default function DraftStyleCard({ businessId }: { businessId: string }) {
  const [view, setView] = useState<DraftStyleView | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSeen, setSeen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    api.insights.draftStyle
      .query({ businessId })
      .then(setView, (error: unknown) => setFailure(errorText(error)))
  }, [businessId])
  // Rendered late: the fields take as long to lay out as the form above, and most people don't scroll this far.
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) =>
      setSeen((was) => was || entries.some((entry) => entry.isIntersecting)),
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <TitledCard
      title="Reply drafts"
      description="How drafts sound, and what you want them to say. Sentences that admit fault or promise money aren’t accepted, because anyone can read replies."
    >
      {failure && (
        <Alert variant="destructive">
          <AlertDescription>{failure}</AlertDescription>
        </Alert>
      )}
      <div ref={place}>
        {view && isSeen && <StyleForm businessId={businessId} view={view} />}
        {!(view && isSeen) && !failure && <Skeleton className="h-64 w-full" />}
      </div>
    </TitledCard>
  )
}

const TONE_NAMES: Record<Tone, string> = { friendly: 'Friendly', formal: 'Formal', brief: 'Brief' }
const KIND_NAMES: Record<RemarkKind, string> = { praise: 'is praised', complaint: 'is complained about' }

const AUTOMATIC_HINT = `For new Google reviews of ${AUTOMATIC_STARS} and 5 stars that don’t need a personal reply, where Google is connected. Each reply costs one credit and goes out after ten minutes. You’re notified first and can delete it.`

interface ShownRemark {
  key: number
  topic: string
  kind: RemarkKind
  text: string
}

function StyleForm({
  businessId,
  view: { style, topics, ...view },
}: {
  businessId: string
  view: DraftStyleView
}) {
  const [remarks, setRemarks] = useState<ShownRemark[]>(() =>
    style.remarks.map((remark, key) => ({ ...remark, key })),
  )
  const [isAutomatic, setAutomatic] = useState(view.isAutomatic)
  const form = useForm(async (fields) => {
    const given = {
      businessId,
      tone: textOf(fields, 'tone') as Tone,
      signOff: textOf(fields, 'signOff'),
      contactLine: textOf(fields, 'contactLine'),
      remarks: remarks.map((_, index) => ({
        topic: textOf(fields, `remarks.${index}.topic`),
        kind: textOf(fields, `remarks.${index}.kind`) as RemarkKind,
        text: textOf(fields, `remarks.${index}.text`),
      })),
      isAutomatic,
    }
    await api.insights.saveDraftStyle.mutate(given)
    toast.success('Saved. New drafts will follow these settings.')
  })

  function add() {
    const key = Math.max(-1, ...remarks.map((remark) => remark.key)) + 1
    setRemarks([...remarks, { key, topic: topics[0]?.topic ?? '', kind: 'praise', text: '' }])
  }

  return (
    <Form form={form}>
      <Field label="Tone" error={form.errors.tone}>
        {(control) => (
          <Select {...control} name="tone" defaultValue={style.tone}>
            {TONES.map((tone) => (
              <option key={tone} value={tone}>
                {TONE_NAMES[tone]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label="Sign-off"
        name="signOff"
        optional
        hint="Ends every draft. If left empty, drafts end with the business’s name in varying phrases."
        defaultValue={style.signOff ?? ''}
        maxLength={MAX_SIGN_OFF_CHARS}
        error={form.errors.signOff}
      />
      <TextField
        label="Contact line"
        name="contactLine"
        optional
        hint="Added when something wasn’t right. On Google, a line with a link, a phone number or an e-mail address is left out."
        placeholder="Ask for Maria, she will take care of it."
        defaultValue={style.contactLine ?? ''}
        maxLength={MAX_CONTACT_CHARS}
        error={form.errors.contactLine}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-sm font-medium">
          What to say about a topic <span className="font-normal text-muted-foreground">(optional)</span>
        </legend>
        {form.errors.remarks && (
          <p role="alert" className="text-sm text-destructive">
            {form.errors.remarks}
          </p>
        )}
        {remarks.map((remark, index) => (
          <div key={remark.key} className="grid gap-2 rounded-lg border p-3 sm:grid-cols-2">
            <Field label="When" error={form.errors[`remarks.${index}.topic`]}>
              {(control) => (
                <Select {...control} name={`remarks.${index}.topic`} defaultValue={remark.topic}>
                  {topics.map(({ topic, label }) => (
                    <option key={topic} value={topic}>
                      {label}
                    </option>
                  ))}
                  {!topics.some(({ topic }) => topic === remark.topic) && (
                    <option value={remark.topic}>{remark.topic}</option>
                  )}
                </Select>
              )}
            </Field>
            <Field label="How" error={form.errors[`remarks.${index}.kind`]}>
              {(control) => (
                <Select {...control} name={`remarks.${index}.kind`} defaultValue={remark.kind}>
                  {Object.entries(KIND_NAMES).map(([kind, name]) => (
                    <option key={kind} value={kind}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Say" error={form.errors[`remarks.${index}.text`]} className="sm:col-span-2">
              {(control) => (
                <Textarea
                  {...control}
                  name={`remarks.${index}.text`}
                  dir="auto"
                  defaultValue={remark.text}
                  maxLength={MAX_REMARK_CHARS}
                />
              )}
            </Field>
            <Button
              variant="ghost"
              size="sm"
              className="justify-self-start"
              onClick={() => setRemarks(remarks.filter(({ key }) => key !== remark.key))}
            >
              Remove this sentence
            </Button>
          </div>
        ))}
        {remarks.length < MAX_REMARKS && (
          <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
            Add a sentence
          </Button>
        )}
      </fieldset>
      <LabelledSwitch
        label="Send replies for me"
        hint={AUTOMATIC_HINT}
        checked={isAutomatic}
        onCheckedChange={setAutomatic}
      />
      <SubmitButton form={form} className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}
