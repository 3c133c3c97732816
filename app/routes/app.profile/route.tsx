import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { AboutCard } from './about-card.tsx'
import { EmailCard } from './email-card.tsx'
import { FormatCard } from './format-card.tsx'
import { PasswordCard } from './password-card.tsx'

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
