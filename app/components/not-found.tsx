import { ERROR_SUGGESTIONS } from '#app/lib/route-error.ts'
import { Button } from './ui/button.tsx'

/** Uses plain links, because it is also shown without script. */
export function NotFound({ links }: { links: readonly { href: string; label: string }[] }) {
  return (
    <>
      <p className="text-sm font-semibold text-primary">404</p>
      <h1 tabIndex={-1} className="mt-2 text-3xl font-semibold tracking-tight">
        Page not found
      </h1>
      <ul className="mt-4 list-disc space-y-1 pl-5 text-muted-foreground">
        {ERROR_SUGGESTIONS.NOT_FOUND.map((suggestion) => (
          <li key={suggestion}>{suggestion}</li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-2">
        {links.map(({ href, label }, index) => (
          <Button key={href} asChild variant={index === 0 ? 'default' : 'outline'}>
            <a href={href}>{label}</a>
          </Button>
        ))}
      </div>
    </>
  )
}
