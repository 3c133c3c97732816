import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#app/components/ui/dropdown-menu.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { SaveButton, type SaveMenuProps } from './save-button.tsx'
import { saveChart } from './save-chart.client.ts'

const FILES = [
  { kind: 'CSV', text: 'Numbers (CSV)' },
  { kind: 'PNG', text: 'Picture (PNG)' },
] as const

/** Formats a chart can be saved in. Open from the start: it is rendered because its button was pressed. */
export default function SaveMenu<Row>({ title, table, picture }: SaveMenuProps<Row>) {
  async function save(kind: (typeof FILES)[number]['kind']) {
    try {
      if (picture.current) await saveChart(kind, { title, table, picture: picture.current })
    } catch {
      toast.error(`The ${kind} file couldn’t be created. Please try again.`)
    }
  }

  return (
    <DropdownMenu defaultOpen modal={false}>
      <DropdownMenuTrigger asChild>
        <SaveButton title={title} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {FILES.map(({ kind, text }) => (
          <DropdownMenuItem key={kind} onSelect={() => void save(kind)}>
            {text}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
