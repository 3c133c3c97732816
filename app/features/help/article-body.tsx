import { TextLink } from '#app/components/text-link.tsx'
import type { Article } from '#worker/rules/help.ts'

export function ArticleBody({ article }: { article: Article }) {
  const { text, steps, link } = article
  return (
    <div className="max-w-prose space-y-3">
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {steps && (
        <ol className="list-decimal space-y-1.5 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {link && (
        <p>
          <TextLink href={link.to} className="inline-block py-3">
            {link.label}
          </TextLink>
        </p>
      )}
    </div>
  )
}
