import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { cutText } from '#app/lib/cut-text.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { OpenedFile } from './file/opened-file.ts'
import { type RowResult, reviewOfRow } from './file/row-review.ts'
import type { FileChoice } from './use-file-import.ts'

const SHOWN_ROWS = 5
const SHOWN_CHARS = 120

export interface RowPreviewProps {
  opened: OpenedFile
  choice: FileChoice
  /** Platforms included in the plan. */
  platforms: readonly Platform[]
}

/** Shows the first rows as they would be stored, to reveal a wrong column at once. */
export function RowPreview({ opened, choice, platforms }: RowPreviewProps) {
  const reading = { ...choice, columns: opened.columns, platforms, now: Date.now() }
  const rows = opened.sample.slice(0, SHOWN_ROWS)
  return (
    <TableFrame label="The first rows of the file">
      <table className="w-full min-w-lg text-left text-sm">
        <caption className="border-b px-3 py-2 text-left font-medium">
          The first {rows.length === 1 ? 'row' : `${rows.length} rows`}, as they would be read
        </caption>
        <thead className="text-muted-foreground">
          <tr>
            <th className="px-3 py-2 font-medium">Author</th>
            <th className="px-3 py-2 font-medium">Stars</th>
            <th className="px-3 py-2 font-medium">Date</th>
            <th className="px-3 py-2 font-medium">Platform</th>
            <th className="px-3 py-2 font-medium">Text</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <PreviewRow key={row.line} result={reviewOfRow(row, reading)} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function PreviewRow({ result }: { result: RowResult }) {
  const format = useFormat()
  const { review, platform, faults } = result
  if (!review) {
    return (
      <tr>
        <td colSpan={5} className="px-3 py-2 text-destructive">
          {/* On a phone the table is wider than its frame; keep the sentence inside the frame. */}
          <p className="sticky left-3 max-w-[65vw] wrap-anywhere md:max-w-none">
            {faults.map(({ column, problem }) => (column ? `${column}: ${problem}` : problem)).join(' ')}
          </p>
        </td>
      </tr>
    )
  }
  const text = review.reviewText
  return (
    <tr className="align-top">
      <td className="px-3 py-2">{review.authorName}</td>
      <td className="px-3 py-2">{format.number(review.rating, review.rating % 1 === 0 ? 0 : 1)}</td>
      <td className="px-3 py-2 whitespace-nowrap">
        {review.reviewDate ? format.date(review.reviewDate) : '–'}
      </td>
      <td className="px-3 py-2">{PLATFORM_NAMES[platform]}</td>
      <td className="px-3 py-2 break-words">
        {text.length > SHOWN_CHARS ? `${cutText(text, 0, SHOWN_CHARS)}…` : text || '–'}
      </td>
    </tr>
  )
}
