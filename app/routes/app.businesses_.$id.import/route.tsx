import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { FileCard } from '#app/features/imports/file-card.tsx'
import { HeldMails } from '#app/features/imports/held-mails.tsx'
import { MailCard } from '#app/features/imports/mail-card.tsx'
import { PasteCard } from '#app/features/imports/paste-card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { counted } from '#worker/rules/counted.ts'

export const meta = () => pageTitle('Add reviews')

export const loader = signedInLoader(({ api, params }) =>
  api.imports.options({ businessId: params.id ?? '' }),
)

export default function AddReviews() {
  const options = useLoaderData<typeof loader>()
  const { business, quota, mayImport } = options
  const format = useFormat()
  return (
    <div className="text-width">
      <PageHeader
        title={`Add reviews to ${business.name}`}
        description={
          quota.left > 0
            ? `Your plan allows ${counted(quota.left, 'more new review', format)} this month. Older ones and files have a limit of their own.`
            : `You've used all ${format.number(quota.limit)} of this month's new reviews. Older ones and files have a limit of their own.`
        }
        actions={
          <LinkButton to={`/app/reviews?businessId=${business.id}`} variant="outline">
            View reviews
          </LinkButton>
        }
      />
      {mayImport ? (
        // Remount for another business: a chosen file belongs to this one.
        <div key={business.id} className="grid gap-4">
          <HeldMails mails={options.heldMails} />
          <FileCard options={options} />
          <PasteCard options={options} />
          <MailCard options={options} />
        </div>
      ) : (
        <EmptyState title="Your role can't add reviews">
          Ask the owner or an admin of your organization to make you a member.
        </EmptyState>
      )}
    </div>
  )
}
