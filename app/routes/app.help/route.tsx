import { Form, useLoaderData, useSubmit } from '@remix-run/react'
import { ChevronDown, LifeBuoy, Search } from 'lucide'
import { useEffect, useRef } from 'react'
import { PageHeader } from '#app/components/page-header.tsx'
import { SupportLink, useSupportEmail } from '#app/components/text-link.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { ArticleBody } from '#app/features/help/article-body.tsx'
import { searchHelp } from '#app/features/help/search.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

export const meta = () => pageTitle('Help & Support')

const MAX_QUERY_CHARS = 80

export const loader = signedInLoader(async ({ api, request }) => {
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY_CHARS)
  return { query, sections: searchHelp(await api.screens.help(), query) }
})

export default function Help() {
  const { query, sections } = useLoaderData<typeof loader>()
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  // After a link or Back, show the new query in the field, unless somebody is typing in it.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = query
  }, [query])
  const found = sections.reduce((sum, { articles }) => sum + articles.length, 0)
  return (
    <div className="text-width">
      <PageHeader title="Help & Support" description="Quick answers for owners, and how to reach us." />
      <Form
        role="search"
        className="flex gap-2"
        onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        <Input
          ref={input}
          type="search"
          name="q"
          aria-label="Search the articles"
          placeholder="Search, for example ‘import’"
          defaultValue={query}
          maxLength={MAX_QUERY_CHARS}
          autoComplete="off"
        />
        <Button type="submit" variant="outline">
          <Icon of={Search} />
          Search
        </Button>
      </Form>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted-foreground">
        {query !== '' && found > 0 && `${found} ${found === 1 ? 'article' : 'articles'} for ‘${query}’`}
      </p>
      {found === 0 && (
        <EmptyState
          icon={LifeBuoy}
          title={`No article about ‘${query}’`}
          action={
            <LinkButton to="/app/help" variant="outline">
              Show all articles
            </LinkButton>
          }
        >
          Try a single word, or write to us.
        </EmptyState>
      )}
      <div className="mt-4 grid gap-8">
        {sections.map(({ id, title, articles }) => (
          <section key={id} id={id} aria-label={title} className="scroll-mt-20">
            <h2 className="mb-2 font-semibold tracking-tight">{title}</h2>
            <Card className="divide-y">
              {articles.map((article) => (
                // Used as a key: another search resets which articles are open.
                <details key={`${article.id} ${query}`} open={query !== '' && found <= 3} className="group">
                  <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 px-5 py-2 font-medium [&::-webkit-details-marker]:hidden">
                    {article.title}
                    <Icon
                      of={ChevronDown}
                      className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
                    />
                  </summary>
                  <div className="px-5 pb-5 text-sm">
                    <ArticleBody article={article} />
                  </div>
                </details>
              ))}
            </Card>
          </section>
        ))}
        <Contact />
      </div>
    </div>
  )
}

function Contact() {
  const email = useSupportEmail()
  return (
    <section id="contact" aria-label="Still stuck?" className="scroll-mt-20">
      <h2 className="mb-2 font-semibold tracking-tight">Still stuck?</h2>
      <Card className="p-5 text-sm">
        {email ? (
          <p>
            Write to <SupportLink email={email} />. Tell us what you did and what happened; if the screen
            showed a request ID, include it.
          </p>
        ) : (
          <p>This server has no support address. Ask the person who runs it.</p>
        )}
      </Card>
    </section>
  )
}
