import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import type { DeletedBusiness } from '#worker/rules/businesses.ts'

export function DeletedBusinesses({ businesses }: { businesses: readonly DeletedBusiness[] }) {
  const format = useFormat()
  if (businesses.length === 0) return null
  return (
    <div className="mt-4">
      <TitledCard
        role="region"
        aria-label="Deleted businesses"
        title="Deleted businesses"
        description="With all their reviews and replies, they can be brought back until the day named here."
      >
        <ul className="divide-y">
          {businesses.map(({ id, name, erasedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="min-w-0 text-sm wrap-anywhere">
                <span className="font-medium">{name}</span>
                <span className="block text-muted-foreground">{`Until ${format.date(erasedAt)}`}</span>
              </p>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Bring back ${name}`}
                onClick={() => void bringBack({ id, name })}
              >
                Bring it back
              </Button>
            </li>
          ))}
        </ul>
      </TitledCard>
    </div>
  )
}

export async function bringBack({ id, name }: Pick<DeletedBusiness, 'id' | 'name'>): Promise<void> {
  const done = await mutateOrToast(
    api.businesses.bringBack.mutate({ id }).then(() => true),
    'business-updated',
    `${name} is still deleted`,
  )
  if (done) toast.success(`${name} is back, with its reviews and replies.`)
}
