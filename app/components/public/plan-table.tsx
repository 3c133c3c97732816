import { Check, Minus } from 'lucide'
import { Fragment } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { PLAN_NAMES, PLAN_TIERS } from '#worker/rules/plans.ts'
import { PLAN_GROUPS, type PlanValue } from './plan-rows.ts'

/** On phones a row's name is above its three values, to avoid scrolling sideways. */
const ROW = 'border-t max-sm:grid max-sm:grid-cols-3'

/** Compares the three plans row by row. */
export function PlanTable() {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">The three plans in detail</caption>
      <thead>
        <tr className="max-sm:grid max-sm:grid-cols-3">
          <th scope="col" className="font-normal max-sm:sr-only sm:w-2/5">
            <span className="sr-only">Feature</span>
          </th>
          {PLAN_TIERS.map((tier) => (
            <th key={tier} scope="col" className="py-3 pr-3 text-base font-semibold sm:w-1/5">
              {PLAN_NAMES[tier]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PLAN_GROUPS.map(({ title, rows }) => (
          <Fragment key={title}>
            <tr className={ROW}>
              <th colSpan={4} scope="colgroup" className="pt-8 pb-3 font-semibold max-sm:col-span-3">
                {title}
              </th>
            </tr>
            {rows.map(({ name, values }) => (
              <tr key={name} className={ROW}>
                <th
                  scope="row"
                  className="pr-3 font-normal text-muted-foreground max-sm:col-span-3 max-sm:pt-3 sm:py-3"
                >
                  {name}
                </th>
                {PLAN_TIERS.map((tier) => (
                  <td key={tier} className="py-3 pr-3 align-top wrap-anywhere max-sm:pt-1">
                    <Value value={values[tier]} />
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: PlanValue }) {
  if (typeof value === 'string') return value
  const icon = value ? Check : Minus
  return (
    <>
      <Icon of={icon} className={value ? 'size-4 text-primary' : 'size-4 text-muted-foreground'} />
      <span className="sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  )
}
