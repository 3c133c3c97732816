import { useLoaderData } from '@remix-run/react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { api } from '#app/lib/api.ts'
import { forgetCookie, rememberInCookie } from '#app/lib/browser-state.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useRootData } from '#app/lib/viewer.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'
import { LOCALE_NAMES, LOCALES } from '#worker/rules/locales.ts'
import { EmailCard, PasswordCard } from './sign-in-cards.tsx'

export const meta = () => pageTitle('Profile')

export const loader = signedInLoader(async ({ api, session }) => ({
  profile: await api.profile.get(),
  mustChangePassword: session.user.mustChangePassword,
}))

export default function Profile() {
  const { profile, mustChangePassword } = useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader title="Profile" description="Who you are here, and how you sign in." />
      <div className="grid gap-6">
        <ProviderOutcome />
        {mustChangePassword && <PasswordCard profile={profile} isRequired />}
        <AboutCard profile={profile} />
        <EmailCard profile={profile} />
        {!mustChangePassword && <PasswordCard profile={profile} />}
        <FormatCard />
      </div>
    </div>
  )
}

const SAMPLE_DATE = '2026-03-02T14:20:00Z'
const SAMPLE_NUMBER = 1234.5

/** This browser's formats of dates and numbers; texts stay English. */
function FormatCard() {
  const format = useFormat()
  const chosen = useRootData()?.chosenLocale ?? ''
  function choose(locale: string) {
    if (locale === '') forgetCookie('locale')
    else rememberInCookie('locale', locale)
    fireAppEvent('account-updated')
  }
  return (
    <TitledCard title="Dates and numbers" description="How they are written in this browser.">
      <Field label="Format" hint={`${format.dateTime(SAMPLE_DATE)} · ${format.number(SAMPLE_NUMBER, 1)}`}>
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">Same as the browser</option>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {LOCALE_NAMES[locale]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </TitledCard>
  )
}

function AboutCard({ profile }: { profile: ProfileView }) {
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
