import { TitledCard } from '#app/components/ui/card.tsx'
import type { DataManagementView } from '#worker/rules/account-deletion.ts'

/** Lists how long data is stored. */
export function RetentionCard({ retention }: Pick<DataManagementView, 'retention'>) {
  return (
    <TitledCard
      title="How long we keep your data"
      description="After that, it is deleted automatically, for good."
    >
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Kept</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {retention.map(({ what, kept }) => (
            <tr key={what} className="align-top">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal">
                {what}
              </th>
              <td className="w-2/5 py-2.5 text-muted-foreground">{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  )
}
