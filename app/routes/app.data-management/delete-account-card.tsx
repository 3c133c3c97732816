import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { loginWithNotice } from '#app/features/account/auth-page.tsx'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useAction } from '#app/lib/mutate.ts'
import { type DeletionPreview, UNDO_DAYS } from '#worker/rules/account-deletion.ts'

export function DeleteAccountCard({ deletion }: { deletion: DeletionPreview }) {
  const { goes, leaves, needsOwner } = deletion
  const { number } = useFormat()
  return (
    <TitledCard
      title="Delete your account"
      description={`Everything stops right away. You have ${UNDO_DAYS} days to change your mind; after that the account is erased for good.`}
      className="grid gap-5"
    >
      <ul className="grid list-disc gap-2 pl-5 text-sm">
        {goes.map((organization) => (
          <li key={organization.id} className="wrap-anywhere">
            <strong className="font-medium">{organization.name}</strong>: {sizeOf(organization, number)} are
            deleted.
            {organization.hasPlan &&
              ' Its paid plan is cancelled: it ends with the paid period, or when the account is erased if that is sooner.'}
          </li>
        ))}
        {leaves.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            You leave <strong className="font-medium">{name}</strong>. If you change your mind, you’ll need a
            new invitation to come back.
          </li>
        ))}
        <li>
          You are logged out everywhere. API keys, feeds and forwarding addresses stop working for good.
        </li>
        <li>Connected accounts are no longer used, and are disconnected when your account is erased.</li>
      </ul>
      {needsOwner.length > 0 ? (
        <Alert variant="info">
          <p>
            {`Other people belong to ${needsOwner.map(({ name }) => name).join(', ')}, which you own. `}
            <TextLink href="/app/team">Make somebody else the owner</TextLink> first, or remove them.
          </p>
        </Alert>
      ) : (
        <DeleteButton />
      )}
    </TitledCard>
  )
}

function DeleteButton() {
  const { confirmed, dialog } = useConfirmed()
  const { busy, act } = useAction()
  return (
    <div>
      <ConfirmButton
        trigger={{ variant: 'destructive', pending: busy === 'delete', children: 'Delete my account' }}
        title="Delete your account?"
        text={`You’ll be logged out now. We’ll e-mail you a link that lets you keep the account; it works for ${UNDO_DAYS} days.`}
        action="Delete my account"
        isDestructive
        onAction={() =>
          void act('delete', async () => {
            const answer = await confirmed(() => api.account.delete.mutate())
            if (answer) window.location.assign(loginWithNotice('deleted'))
          })
        }
      />
      {dialog}
    </div>
  )
}

type Size = Pick<DeletionPreview['goes'][number], 'businesses' | 'reviews'>

/** '2 businesses with 1,204 reviews' */
function sizeOf({ businesses, reviews }: Size, number: (value: number) => string): string {
  const places = `${number(businesses)} ${businesses === 1 ? 'business' : 'businesses'}`
  return `${places} and ${number(reviews)} ${reviews === 1 ? 'review' : 'reviews'}`
}
