import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'

/** Name and picture. */
export function AboutCard({ profile }: { profile: ProfileView }) {
  const form = useForm(async (fields) => {
    const about = {
      fullName: textOf(fields, 'fullName'),
      username: textOf(fields, 'username'),
      avatarUrl: textOf(fields, 'avatarUrl'),
    }
    await mutate(api.profile.update.mutate(about), 'account-updated')
    toast.success('Your profile is saved.')
  })
  return (
    <TitledCard title="About you" description="What your team sees about you.">
      <Form form={form}>
        <TextField
          label="Name"
          error={form.errors.fullName}
          name="fullName"
          defaultValue={profile.fullName}
          autoComplete="name"
          required
          maxLength={120}
        />
        <TextField
          label="Username"
          optional
          error={form.errors.username}
          hint="What your team types after @ when they assign you a review."
          name="username"
          defaultValue={profile.username ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
        />
        <div className="flex items-start gap-4">
          {profile.avatarUrl && (
            <img
              src={profile.avatarUrl}
              alt="How you look here"
              width={64}
              height={64}
              // The image's host needn't know where it is displayed.
              referrerPolicy="no-referrer"
              className="mt-7 size-16 rounded-full border bg-muted object-cover"
            />
          )}
          <TextField
            label="Picture"
            optional
            className="flex-1"
            error={form.errors.avatarUrl}
            hint="The https address of a picture of you."
            name="avatarUrl"
            type="url"
            inputMode="url"
            defaultValue={profile.avatarUrl ?? ''}
            placeholder="https://…"
            maxLength={2_048}
          />
        </div>
        <SubmitButton form={form} className="justify-self-start">
          Save
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}
