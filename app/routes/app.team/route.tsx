import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { History } from 'lucide'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { can } from '#worker/rules/permissions.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { LanguageModelCard, OrganizationCard, OwnOrganizationsCard } from './organization-card.tsx'

export const meta: MetaFunction = () => pageTitle('Team')

export const loader = signedInLoader(({ api }) => api.screens.team())

export default function Team() {
  const { organization, organizations, members, invitations, seats, access, modelAgreement } =
    useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader
        title="Team"
        description="The people who manage reviews with you, and what they can do."
        actions={
          can(organization.role, 'organization.own') && (
            <LinkButton to="/app/team/activity" variant="outline">
              <Icon of={History} />
              Activity
            </LinkButton>
          )
        }
      />
      <div className="grid gap-6">
        <MembersCard organization={organization} members={members} seats={seats} access={access} />
        {invitations !== null && (
          <InvitationsCard
            organization={organization}
            invitations={invitations}
            seats={seats}
            businesses={access?.businesses ?? []}
          />
        )}
        {can(organization.role, 'organization.update') && <OrganizationCard organization={organization} />}
        {modelAgreement && <LanguageModelCard agreement={modelAgreement} />}
        <OwnOrganizationsCard organizations={organizations} />
      </div>
    </div>
  )
}
