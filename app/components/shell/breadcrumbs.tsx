import { Link } from '@remix-run/react'
import { breadcrumbsOf } from '#worker/rules/titles.ts'

/** The way from Home to here; nothing on Home itself. */
export function Breadcrumbs({ pathname }: { pathname: string }) {
  const crumbs = breadcrumbsOf(pathname)
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 text-sm">
      <ol className="flex items-center gap-2">
        {crumbs.map(({ label, path }, index) => {
          const isHere = index === crumbs.length - 1
          return (
            <li
              key={path}
              className={isHere ? 'truncate font-medium' : 'text-muted-foreground max-sm:hidden'}
            >
              {isHere ? (
                <span aria-current="page">{label}</span>
              ) : (
                <>
                  <Link to={path} className="rounded-sm hover:text-foreground hover:underline">
                    {label}
                  </Link>
                  <span aria-hidden className="ml-2">
                    /
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
