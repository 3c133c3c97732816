import type { ReactNode } from 'react'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { BRAND_NAME } from '#app/lib/page-meta.ts'

const FOOTER_LINKS = [
  { label: 'Pricing', href: '/pricing' },
  { label: 'Help Center', href: '/help' },
  { label: 'Support', href: '/support' },
  { label: 'Privacy', href: '/privacy' },
  { label: 'Terms', href: '/terms' },
] as const

/** Frame of the public pages. They have no script, so every link is a plain one. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-width flex items-center gap-1 py-4 md:gap-2">
        <a
          href="/"
          className="mr-auto flex min-h-11 min-w-11 items-center gap-2.5 rounded-lg font-semibold tracking-tight"
        >
          <BrandMark />
          <span className="max-sm:sr-only">{BRAND_NAME}</span>
        </a>
        <Button asChild variant="ghost" className="max-sm:hidden">
          <a href="/pricing">Pricing</a>
        </Button>
        <Button asChild variant="ghost" className="for-guests">
          <a href="/login">Sign in</a>
        </Button>
        <Button asChild className="for-guests">
          <a href="/signup">Start free</a>
        </Button>
        <Button asChild className="for-members">
          <a href="/app">Open dashboard</a>
        </Button>
      </header>
      <main className="flex-1">{children}</main>
      <footer className="mt-20 border-t">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-muted-foreground">
          <p>{BRAND_NAME}</p>
          <ul className="flex flex-wrap gap-x-6">
            {FOOTER_LINKS.map(({ label, href }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-11 min-w-11 items-center hover:text-foreground hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </footer>
    </div>
  )
}

interface TextPageProps {
  title: string
  intro: ReactNode
  children: ReactNode
}

export function TextPage({ title, intro, children }: TextPageProps) {
  return (
    <PublicPage>
      <article className="page-width pt-10 md:pt-16">
        <div className="max-w-2xl">
          <h1 className="text-3xl font-semibold tracking-tight md:text-4xl">{title}</h1>
          <p className="mt-4 text-lg text-muted-foreground">{intro}</p>
          {children}
        </div>
      </article>
    </PublicPage>
  )
}

interface TextSectionProps {
  title: string
  id?: string
  children: ReactNode
}

/** Wraps a plain string in a paragraph. */
export function TextSection({ title, id, children }: TextSectionProps) {
  return (
    <section id={id} className="mt-10 space-y-3">
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      {typeof children === 'string' ? <p>{children}</p> : children}
    </section>
  )
}
