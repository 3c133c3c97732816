import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { TextPage, TextSection } from '#app/components/public/public-page.tsx'
import { SupportLink, TextLink, useSupportEmail } from '#app/components/text-link.tsx'
import { ArticleBody } from '#app/features/help/article-body.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'

export const handle: RouteHandle = { scripts: false }

const INTRO = 'How to bring in reviews, answer them, and fix things when something fails.'

export const meta = () => pageTitle('Help Center', INTRO)

const CONTACT = { id: 'contact', title: 'Still stuck?' }

export const loader = ({ context }: LoaderFunctionArgs) => context.api.screens.help()

export default function Help() {
  const sections = useLoaderData<typeof loader>()
  const email = useSupportEmail()
  return (
    <TextPage title="Help Center" intro={INTRO}>
      <nav aria-label="Contents" className="mt-8">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {[...sections, CONTACT].map(({ id, title }) => (
            <li key={id}>
              <TextLink href={`#${id}`} className="inline-flex min-h-11 items-center">
                {title}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, articles }) => (
        <TextSection key={id} id={id} title={title}>
          {articles.map((article) => (
            <section key={article.id} id={article.id} aria-label={article.title} className="space-y-2 pt-2">
              <h3 className="font-semibold tracking-tight">{article.title}</h3>
              <ArticleBody article={article} />
            </section>
          ))}
        </TextSection>
      ))}
      <TextSection {...CONTACT}>
        <p>
          {email ? (
            <>
              Write to <SupportLink email={email} />. Tell us what you did and what happened; if the screen
              showed a request ID, include it.
            </>
          ) : (
            <>
              Ask the person who runs this server. <TextLink href="/support">Support</TextLink> has more
              answers.
            </>
          )}
        </p>
      </TextSection>
    </TextPage>
  )
}
