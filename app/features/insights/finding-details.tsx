import { Link } from '@remix-run/react'
import { Info } from 'lucide'
import { Icon } from '#app/components/ui/icon.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import { partText } from '#worker/rules/finding-texts.ts'
import { type Bridge, type LocationlessFinding, listOf } from '#worker/rules/findings.ts'

export function FindingDetails({ finding: { method, bridge, sentence } }: { finding: LocationlessFinding }) {
  return (
    <details className="min-w-0 text-sm text-muted-foreground open:basis-full">
      <summary
        aria-label={`${bridge ? 'Why, and how sure' : 'How sure is this'}: ${sentence}`}
        className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-1 print:hidden dense:min-h-8 dense:min-w-8"
      >
        <Icon of={Info} className="size-4" />
        {bridge && 'Why'}
      </summary>
      {bridge && <BridgeTable bridge={bridge} />}
      <p className="pb-2">{method}</p>
    </details>
  )
}

interface BridgeTableProps {
  bridge: Bridge
  labels?: Record<'before' | 'after', string>
}

const BEFORE_AND_NOW = { before: 'Before', after: 'Now' }

/** Splits the change between two averages into parts that add up to it. */
export function BridgeTable({ bridge: { before, after, parts }, labels = BEFORE_AND_NOW }: BridgeTableProps) {
  const format = useFormat()
  return (
    <table className="mb-2 w-full max-w-md text-left">
      <caption className="sr-only">What took the average from one period to the other</caption>
      <tbody>
        <tr className="border-b">
          <th scope="row" className="py-1 font-medium">
            {labels.before}
          </th>
          <td className="py-1 text-right tabular-nums">{format.number(before, 2)}</td>
          <td />
        </tr>
        {parts.map((part) => (
          <tr key={`${part.kind} ${part.topic ?? part.phrase ?? ''}`}>
            <th scope="row" className="py-1 font-normal">
              {partText(part)}
            </th>
            <td className="py-1 text-right tabular-nums">
              {part.stars > 0 ? '+' : part.stars < 0 ? '−' : ''}
              {format.number(Math.abs(part.stars), 2)}
            </td>
            <td className="py-1 pl-4 text-right whitespace-nowrap">
              <Link
                to={listOf(part.reviews)}
                className="inline-flex min-h-11 items-center text-primary hover:underline dense:min-h-0"
                aria-label={`${counted(part.n, 'review', format)}: ${partText(part)}`}
              >
                {counted(part.n, 'review', format)}
              </Link>
            </td>
          </tr>
        ))}
        <tr className="border-t font-medium">
          <th scope="row" className="py-1 font-medium">
            {labels.after}
          </th>
          <td className="py-1 text-right tabular-nums">{format.number(after, 2)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}
