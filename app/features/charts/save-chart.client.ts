import { download } from '#app/lib/download.ts'
import { type ChartTable, csvOf } from './chart-csv.ts'
import { pngOf } from './picture.client.ts'

const MAX_NAME_CHARS = 60

interface SavedChart<Row> {
  title: string
  table: ChartTable<Row>
  picture: HTMLElement
}

/** Saves a chart's numbers or picture, named after its title. */
export async function saveChart<Row>(
  kind: 'CSV' | 'PNG',
  { title, table, picture }: SavedChart<Row>,
): Promise<void> {
  const file = kind === 'CSV' ? csvOf(table) : await pngOf(picture)
  download(`${nameOf(title)}.${kind.toLowerCase()}`, file)
}

function nameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME_CHARS)
    .replace(/^-|-$/g, '')
  return name || 'chart'
}
