import { useState } from 'react'
import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import { LabelledSwitch } from '#app/components/ui/switch.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import { MAX_VOICE_CHARS, type ModelAgreementView } from '#worker/rules/language-model.ts'

/** Lets the owner allow a language model to rewrite drafts of replies. */
export function LanguageModelCard({ agreement }: { agreement: ModelAgreementView }) {
  const [isAllowed, setAllowed] = useState(agreement.isAllowed)
  const form = useForm(async (fields) => {
    await mutate(
      api.insights.saveModelAgreement.mutate({ isAllowed, voice: textOf(fields, 'voice') }),
      'account-updated',
    )
    toast.success(
      isAllowed ? 'New drafts will be rewritten in your voice.' : 'Nothing is sent to the language model.',
    )
  })
  return (
    <TitledCard
      title="Language model"
      description="Drafts of replies can be rewritten so that they sound like you. Off unless you, the owner, agree."
      className="grid gap-5"
    >
      <div className="grid gap-3 text-sm text-muted-foreground">
        <p>
          While this is on, each request for a draft sends the review’s text and the draft to{' '}
          <span className="font-mono wrap-anywhere">{agreement.model}</span>, a model that Cloudflare runs.
          Review texts then leave the database of this service.
        </p>
        <p>
          Names, phone numbers, links and e-mail addresses are removed first, as far as they can be
          recognized, and put back afterwards. Versions that seem to add something to the draft are not
          offered. We never send reviews of health care businesses or of businesses with no industry stated,
          nor replies that go out automatically.
        </p>
        <p>You can switch it off at any time. Drafts the model has written are then deleted.</p>
      </div>
      <Form form={form}>
        <LabelledSwitch
          label="Rewrite drafts in my voice"
          checked={isAllowed}
          onCheckedChange={setAllowed}
          disabled={!form.isReady}
        />
        {isAllowed && (
          <Field
            label="How you write"
            optional
            hint="Keep it brief. It is sent along with each draft."
            error={form.errors.voice}
          >
            {(control) => (
              <Textarea
                {...control}
                name="voice"
                dir="auto"
                defaultValue={agreement.voice ?? ''}
                placeholder="Short sentences. We say “guests”, never “customers”."
                maxLength={MAX_VOICE_CHARS}
              />
            )}
          </Field>
        )}
        <SubmitButton form={form} className="justify-self-start">
          Save
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}
