import type { ReactNode } from 'react'
import { PublicPage } from './public-page.tsx'

export interface TextPageProps {
  title: string
  intro: ReactNode
  children: ReactNode
}

/** A page to read: one column of text. */
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

export interface TextSectionProps {
  title: string
  /** Anchor for links. */
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
