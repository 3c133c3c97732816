import { Link } from '@remix-run/react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#app/components/ui/dropdown-menu.tsx'
import { useMay } from '#app/lib/viewer.ts'
import { connectScreen } from '#worker/rules/paths.ts'
import { BusinessMenuButton, type BusinessMenuProps } from './business-menu-button.tsx'

/** Open from the start, because it is rendered when its button is pressed. */
export default function OpenBusinessMenu({ business, isActive, setActive, onDelete }: BusinessMenuProps) {
  const { id, name } = business
  const mayDelete = useMay('businesses.delete')
  const links = [
    { text: 'Sources', to: `/app/businesses/${id}/sources` },
    { text: 'Connect accounts', to: connectScreen(id) },
    { text: 'Get reviews', to: `/app/ask?businessId=${id}` },
    { text: 'Add reviews', to: `/app/businesses/${id}/import` },
    { text: 'Show on your site', to: `/app/businesses/${id}/widgets` },
    { text: 'Edit', to: `/app/businesses/edit?id=${id}` },
  ]
  return (
    <DropdownMenu defaultOpen modal={false}>
      <DropdownMenuTrigger asChild>
        <BusinessMenuButton name={name} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {links.map(({ text, to }) => (
          <DropdownMenuItem key={text} asChild>
            <Link to={to}>{text}</Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem onSelect={() => setActive(!isActive)}>
          {isActive ? 'Pause collecting' : 'Resume collecting'}
        </DropdownMenuItem>
        {mayDelete && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem className="text-destructive" onSelect={onDelete}>
              Delete…
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
