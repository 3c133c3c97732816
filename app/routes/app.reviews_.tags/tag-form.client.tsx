import { useState } from 'react'
import { Choice, ColorChoice } from '#app/components/color-choice.tsx'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import { topicName } from '#worker/rules/insight-texts.ts'
import { platformNameIn } from '#worker/rules/platform-names.ts'
import { type OwnPlatform, PLATFORMS } from '#worker/rules/platforms.ts'
import { TOPICS, type Topic } from '#worker/rules/review-features.ts'
import { SENTIMENTS } from '#worker/rules/sentiment.ts'
import {
  type CreateTagInput,
  MAX_TAG_NAME_CHARS,
  mentionsIn,
  type TagRule,
  type TagView,
} from '#worker/rules/tags.ts'

interface TagFormProps {
  /** Absent for a new one. */
  tag?: TagView
  hasTopics: boolean
  ownPlatforms: readonly OwnPlatform[]
  onClose: () => void
}

export default function TagForm({ tag, hasTopics, ownPlatforms, onClose }: TagFormProps) {
  const [isAutomatic, setAutomatic] = useState(Boolean(tag?.rule))
  const rule = tag?.rule
  const form = useForm(async (fields) => {
    // Safe: the server validates the input.
    const given = {
      name: textOf(fields, 'name'),
      color: textOf(fields, 'color'),
      rule: isAutomatic
        ? {
            stars: fields.getAll('stars').map(Number),
            platforms: fields.getAll('platforms').map(String),
            topic: textOf(fields, 'topic') || null,
            opinion: (textOf(fields, 'topic') && textOf(fields, 'opinion')) || null,
            mentions: mentionsIn(textOf(fields, 'mentions')),
          }
        : null,
    } as CreateTagInput
    await mutate(
      tag ? api.tags.update.mutate({ id: tag.id, ...given }) : api.tags.create.mutate(given),
      'account-updated',
    )
    onClose()
  })
  return (
    <Form form={form}>
      <TextField
        label="Name"
        name="name"
        defaultValue={tag?.name}
        maxLength={MAX_TAG_NAME_CHARS}
        error={form.errors.name}
        autoFocus
      />
      <ColorChoice value={tag?.color} />
      <label className="flex min-h-11 items-center gap-3 text-sm font-medium dense:min-h-8">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-primary"
          checked={isAutomatic}
          onChange={(event) => setAutomatic(event.currentTarget.checked)}
        />
        Tag new reviews automatically
      </label>
      {isAutomatic && (
        <div className="grid gap-4 rounded-lg border p-4">
          <p className="text-sm text-muted-foreground">
            A review gets the tag if it meets all the conditions you set here.
          </p>
          <fieldset>
            <legend className="mb-1 text-sm font-medium">Stars</legend>
            <div className="flex flex-wrap gap-x-4">
              {[1, 2, 3, 4, 5].map((stars) => (
                <Choice
                  key={stars}
                  type="checkbox"
                  name="stars"
                  value={String(stars)}
                  isChosen={rule?.stars.includes(stars) ?? false}
                >
                  {stars}
                </Choice>
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend className="mb-1 text-sm font-medium">Platform</legend>
            <div className="flex flex-wrap gap-x-4">
              {[...PLATFORMS, ...ownPlatforms.map(({ id }) => id)].map((platform) => (
                <Choice
                  key={platform}
                  type="checkbox"
                  name="platforms"
                  value={platform}
                  isChosen={rule?.platforms.includes(platform) ?? false}
                >
                  {platformNameIn(ownPlatforms, platform)}
                </Choice>
              ))}
            </div>
          </fieldset>
          <Field
            label="Mentions"
            optional
            error={form.errors['rule.mentions'] ?? form.errors.rule}
            hint="Words or phrases, separated by commas; one match is enough. The start of a word will do: refund also finds refunded."
          >
            {(control) => (
              <Input {...control} name="mentions" dir="auto" defaultValue={rule?.mentions.join(', ')} />
            )}
          </Field>
          {hasTopics ? (
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label="Topic" hint="Known once AI Insights has read the review.">
                {(control) => (
                  <Select {...control} name="topic" defaultValue={rule?.topic ?? ''}>
                    <option value="">Any</option>
                    {TOPICS.map((topic) => (
                      <option key={topic} value={topic}>
                        {topicName(topic)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label="What it says about the topic">
                {(control) => (
                  <Select {...control} name="opinion" defaultValue={rule?.opinion ?? ''}>
                    <option value="">Anything</option>
                    {SENTIMENTS.map((opinion) => (
                      <option key={opinion} value={opinion}>
                        {opinion}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
          ) : (
            rule?.topic && <StoredTopic topic={rule.topic} opinion={rule.opinion} />
          )}
        </div>
      )}
      <div className="flex gap-2">
        <SubmitButton form={form}>Save tag</SubmitButton>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** A topic chosen while the plan had topics: it can be kept or given up. */
function StoredTopic({ topic, opinion }: { topic: Topic; opinion: TagRule['opinion'] }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Topic</legend>
      {opinion && <input type="hidden" name="opinion" value={opinion} />}
      <Choice type="checkbox" name="topic" value={topic} isChosen>
        {topicName(topic)}
        {opinion && ` (${opinion})`}
      </Choice>
      <p className="text-sm text-muted-foreground">
        Topics need AI Insights. While this is ticked, no new review gets the tag.
      </p>
    </fieldset>
  )
}
