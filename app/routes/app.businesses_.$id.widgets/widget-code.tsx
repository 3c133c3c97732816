import { useState } from 'react'
import { TextLink } from '#app/components/text-link.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { WIDGET_HEIGHTS, type WidgetsView, type WidgetView } from '#worker/rules/widgets.ts'

interface WidgetCodeProps {
  view: WidgetsView
  widget: WidgetView
}

export function WidgetCode({ view: { origin, business, fallbackUrl }, widget }: WidgetCodeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const height = WIDGET_HEIGHTS[widget.layout]
  const address = `${origin}/widget/${widget.handle}`
  const title = attribute(`Reviews of ${business.name}`)
  // Visitors see a link until the script has run, or if it can't run.
  const link = fallbackUrl === null ? '' : `<a href="${attribute(fallbackUrl)}">${title}</a>`
  const script = `<div data-review-widget="${widget.handle}" style="height:${height}px">${link}</div>\n<script async src="${address}.js"></script>`
  const frame = `<iframe src="${address}" title="${title}" loading="lazy" style="border:0;border-radius:12px;width:100%;height:${height}px"></iframe>`
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-primary hover:underline dense:min-h-8">
        Code for your page
      </summary>
      {isOpen && (
        <div className="mt-2 grid gap-5">
          <Code
            title="Script"
            text="Paste it where the reviews should be. It loads after your page and keeps its place free, so nothing moves."
            code={script}
            label="Copy the script"
          />
          <Code title="Frame" text="For pages that allow no scripts." code={frame} label="Copy the frame" />
          <section className="grid justify-items-start gap-1">
            <h3 className="text-sm font-medium">Plain HTML</h3>
            <p className="text-sm text-muted-foreground">
              Have your server fetch <TextLink href={`${address}.html`}>this address</TextLink> every few
              minutes and put what it gets into the page. A copy that you paste by hand doesn’t change: if a
              review disappears from its platform, take it off your page, too.
            </p>
          </section>
        </div>
      )}
    </details>
  )
}

interface CodeProps {
  title: string
  text: string
  code: string
  label: string
}

function Code({ title, text, code, label }: CodeProps) {
  return (
    <section className="grid justify-items-start gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <p className="text-sm text-muted-foreground">{text}</p>
      <pre className="w-full rounded-lg bg-muted p-3 text-xs wrap-anywhere whitespace-pre-wrap" dir="ltr">
        {code}
      </pre>
      <CopyButton text={code} label={label} />
    </section>
  )
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
