import { useId } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { cutText } from '#app/lib/format.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { DATE_ORDERS, type DateOrder, readReviewDate } from '#worker/rules/imported-dates.ts'
import { platformNameIn } from '#worker/rules/platform-names.ts'
import type { AnyPlatform, OwnPlatform } from '#worker/rules/platforms.ts'
import { dateQuestion, sampleRatingScale } from './file/check-file.ts'
import {
  businessesIn,
  COLUMN_FIELDS,
  type ColumnField,
  FIELD_NAMES,
  REQUIRED_FIELDS,
} from './file/columns.ts'
import type { OpenChoice, OpenedFile } from './file/opened-file.ts'
import { type RowResult, reviewOfRow } from './file/row-review.ts'
import { ENCODINGS, type Encoding } from './file/text-slices.ts'
import { PlatformSelect } from './platform-select.tsx'
import type { FileChoice } from './use-file-import.ts'

interface ColumnFormProps {
  opened: OpenedFile
  choice: FileChoice
  platforms: readonly AnyPlatform[]
  ownPlatforms: readonly OwnPlatform[]
  onChange: (choice: FileChoice) => void
  /** Opens the file again, with this encoding or sheet. */
  onOpen: (choice: OpenChoice) => void
  onCheck: () => void
  onLeave: () => void
}

export function ColumnForm({
  opened,
  choice,
  platforms,
  ownPlatforms,
  onChange,
  onOpen,
  onCheck,
  onLeave,
}: ColumnFormProps) {
  const { mapping, dateOrder, platform } = choice
  const { format } = opened
  const question = dateQuestion(opened, mapping)
  const missing = REQUIRED_FIELDS.filter((field) => mapping[field] === undefined)
  const isOpen = question !== null && question.order === null && dateOrder === null
  const businesses = businessesIn(opened.sample, mapping)
  const hintId = useId()
  const { reviewDate: _, ownerDate: __, ...undated } = mapping

  function choose(field: ColumnField, column: string) {
    const { [field]: _, ...others } = mapping
    onChange({ ...choice, mapping: column === '' ? others : { ...others, [field]: Number(column) } })
  }

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onCheck()
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <PlatformSelect
          platforms={platforms}
          ownPlatforms={ownPlatforms}
          value={platform}
          onChange={(chosen) => onChange({ ...choice, platform: chosen })}
          hint={
            mapping.platform === undefined
              ? 'Where the reviews in this file come from.'
              : 'Where reviews come from if their row doesn’t name a platform.'
          }
        />
        {businesses.length > 1 && (
          <Field label="Import rows for" hint="The file has reviews for several businesses.">
            {(control) => (
              <Select
                {...control}
                value={choice.business ?? ''}
                onChange={(event) => onChange({ ...choice, business: event.target.value || null })}
              >
                <option value="">All of them</option>
                {businesses.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {format.type === 'workbook' && format.sheets.length > 1 && (
          <Field
            label="Sheet"
            hint="Only this sheet is imported. For another one, choose the same file again afterwards."
          >
            {(control) => (
              <Select
                {...control}
                value={format.sheet}
                onChange={(event) => onOpen({ sheet: event.target.value })}
              >
                {format.sheets.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {format.type !== 'workbook' && (
          <Field label="Letters" hint="If names or texts look wrong below, try another one.">
            {(control) => (
              <Select
                {...control}
                value={opened.encoding}
                onChange={(event) => onOpen({ encoding: event.target.value as Encoding })}
              >
                {Object.entries(ENCODINGS).map(([encoding, name]) => (
                  <option key={encoding} value={encoding}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <legend className="mb-3 text-sm font-medium">Which column contains what?</legend>
        {COLUMN_FIELDS.map((field) => (
          <Field
            key={field}
            label={FIELD_NAMES[field]}
            optional={!REQUIRED_FIELDS.includes(field)}
            error={missing.includes(field) ? 'Choose the column.' : null}
          >
            {(control) => (
              <Select
                {...control}
                value={mapping[field] ?? ''}
                onChange={(event) => choose(field, event.target.value)}
              >
                <option value="">None</option>
                {opened.columns.map((name, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: column names may repeat, positions don't
                  <option key={column} value={column}>
                    {name === '' ? `Column ${column + 1}` : name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </fieldset>
      {question && question.order === null && (
        <DateOrderQuestion
          example={question.example}
          value={dateOrder}
          onChange={(order) => onChange({ ...choice, dateOrder: order })}
        />
      )}
      {/* Don't report a date as wrong until this question is answered. */}
      <RowPreview
        opened={opened}
        choice={{
          ...choice,
          mapping: isOpen ? undated : mapping,
          dateOrder: question?.order ?? dateOrder,
        }}
        platforms={platforms}
        ownPlatforms={ownPlatforms}
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onLeave}>
          Choose another file
        </Button>
        <Button type="submit" disabled={missing.length > 0 || isOpen} aria-describedby={hintId}>
          Check the file
        </Button>
      </div>
      <p id={hintId} className="text-sm text-muted-foreground sm:text-right">
        {isOpen ? 'First choose how its dates are written.' : 'Nothing is stored yet.'}
      </p>
    </form>
  )
}

interface DateOrderQuestionProps {
  /** A date from the file whose order of day and month is unclear; null if there is none. */
  example: string | null
  value: DateOrder | null
  onChange: (order: DateOrder) => void
}

const SAMPLE = '03/04/2026'
const NAMES: Record<DateOrder, string> = {
  dmy: 'Day first',
  mdy: 'Month first',
}

/** Dates such as 03/04/2026 differ between Boston and London: only the file's owner knows their order. */
function DateOrderQuestion({ example, value, onChange }: DateOrderQuestionProps) {
  const format = useFormat()
  const date = example ?? SAMPLE
  return (
    <fieldset className="grid gap-2 rounded-lg bg-neutral-soft p-4">
      <legend className="sr-only">How are the dates written?</legend>
      <p aria-hidden className="text-sm font-medium text-neutral">
        How are the dates written? {date} can be read in two ways.
      </p>
      {DATE_ORDERS.map((order) => {
        const read = readReviewDate(date, order)
        return (
          <label key={order} className="flex min-h-11 items-center gap-3 text-sm dense:min-h-8">
            <input
              type="radio"
              name="date-order"
              checked={value === order}
              onChange={() => onChange(order)}
              className="size-4 accent-primary"
            />
            {NAMES[order]}
            {read !== null && `: ${format.date(new Date(read).toISOString())}`}
          </label>
        )
      })}
    </fieldset>
  )
}

const SHOWN_ROWS = 5
const SHOWN_CHARS = 120

interface RowPreviewProps {
  opened: OpenedFile
  choice: FileChoice
  /** Platforms included in the plan, and those that the organization has added. */
  platforms: readonly AnyPlatform[]
  ownPlatforms: readonly OwnPlatform[]
}

/** Shows rows as they would be stored, to reveal a wrong column at once. */
function RowPreview({ opened, choice, platforms, ownPlatforms: own }: RowPreviewProps) {
  const reading = {
    ...choice,
    columns: opened.columns,
    ratingScale: sampleRatingScale(opened, choice.mapping),
    platforms,
    own,
    now: Date.now(),
  }
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
            <PreviewRow key={row.line} result={reviewOfRow(row, reading)} own={own} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function PreviewRow({ result, own }: { result: RowResult; own: readonly OwnPlatform[] }) {
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
      <td className="px-3 py-2">{platformNameIn(own, platform)}</td>
      <td className="px-3 py-2 break-words">
        {shortened(text) || '–'}
        {review.ownerResponse && (
          <p className="text-muted-foreground">
            {FIELD_NAMES.ownerText}: {shortened(review.ownerResponse.text)}
          </p>
        )}
      </td>
    </tr>
  )
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${cutText(text, 0, SHOWN_CHARS)}…` : text
}
