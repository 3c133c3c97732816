import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { Stars } from '#app/components/ui/stars.tsx'

/** Value of an attribute of the first element with this tag. */
function attribute(html: string, tag: string, name: string): string | undefined {
  return new RegExp(`<${tag}\\b[^>]*? ${name}="([^"]*)"`).exec(html)?.[1]
}

function elements(html: string): number {
  return [...html.matchAll(/<[a-z]/g)].length
}

test('a field connects its label, error and hint to the control', () => {
  const html = renderToStaticMarkup(
    <Field label="Name" hint="As on the sign" error="Enter a name.">
      {(control) => <input {...control} />}
    </Field>,
  )
  const id = attribute(html, 'input', 'id')
  expect(attribute(html, 'label', 'for')).toBe(id)
  expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
  expect(attribute(html, 'input', 'aria-describedby')).toBe(`${id}-error ${id}-hint`)
  expect(html).toContain(`<p id="${id}-error" class="text-sm text-destructive">Enter a name.</p>`)
})

test('a field without an error is not marked as invalid', () => {
  const html = renderToStaticMarkup(<Field label="Name">{(control) => <input {...control} />}</Field>)
  expect(html).not.toContain('aria-')
})

test('a rating is one element that states its value', () => {
  const html = renderToStaticMarkup(<Stars rating={4.25} />)
  expect(elements(html)).toBe(1)
  expect(attribute(html, 'span', 'aria-label')).toBe('4.3 out of 5 stars')
  expect(attribute(html, 'span', 'style')).toBe('--stars:86%')
})

test('a platform is one element with its name as text', () => {
  const html = renderToStaticMarkup(<PlatformMark platform="tripadvisor" />)
  expect(elements(html)).toBe(1)
  expect(html).toContain('>TripAdvisor<')
})

test('progress without a known end has no value', () => {
  expect(
    attribute(renderToStaticMarkup(<Progress label="Pages" value={3} max={5} />), 'div', 'aria-valuenow'),
  ).toBe('3')
  expect(renderToStaticMarkup(<Progress label="Pages" value={null} />)).not.toContain('aria-valuenow')
})

test('a button submits a form only if it says so, and keeps the focus while its action runs', () => {
  expect(attribute(renderToStaticMarkup(<Button>Go</Button>), 'button', 'type')).toBe('button')
  const pending = renderToStaticMarkup(<Button pending>Go</Button>)
  expect(attribute(pending, 'button', 'aria-busy')).toBe('true')
  expect(pending).not.toContain(' disabled=""')
})
