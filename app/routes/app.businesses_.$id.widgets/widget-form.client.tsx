import { useEffect, useRef, useState } from 'react'
import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, toastFailure } from '#app/lib/mutate.ts'
import { showIn } from '#app/widget/drawn.ts'
import {
  type DrawnWidget,
  LAYOUT_NAMES,
  NEW_WIDGET,
  WIDGET_HEIGHTS,
  WIDGET_LANGUAGES,
  type WidgetLook,
  type WidgetsView,
  type WidgetTheme,
  type WidgetView,
} from '#worker/rules/widgets.ts'

const THEME_NAMES: Record<WidgetTheme, string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'As the visitor’s device',
}

const COUNTS = [3, 5, 10, 15, 20]

const CHOICES: { name: keyof WidgetLook; label: string; options: [value: string, text: string][] }[] = [
  { name: 'layout', label: 'Layout', options: Object.entries(LAYOUT_NAMES) },
  {
    name: 'minStars',
    label: 'Stars',
    options: [
      ['1', 'All'],
      ['4', '4 and 5 stars only'],
    ],
  },
  {
    name: 'withText',
    label: 'Text',
    options: [
      ['', 'With or without'],
      ['yes', 'Only with a text'],
    ],
  },
  {
    name: 'maxReviews',
    label: 'Reviews',
    options: COUNTS.map((count) => [`${count}`, `The newest ${count}`]),
  },
  { name: 'theme', label: 'Colors', options: Object.entries(THEME_NAMES) },
  { name: 'language', label: 'Language', options: Object.entries(WIDGET_LANGUAGES) },
]

interface WidgetFormProps {
  view: WidgetsView
  /** Absent for a new one. */
  widget?: WidgetView
  onClose: () => void
}

export default function WidgetForm({ view, widget, onClose }: WidgetFormProps) {
  const { business } = view
  const [look, setLook] = useState<WidgetLook>(widget ? lookOf(widget) : NEW_WIDGET)
  const drawn = usePreview(view, look)
  const form = useForm(async (fields) => {
    const given = { ...look, sites: textOf(fields, 'sites') }
    const call = widget
      ? api.widgets.update.mutate({ id: widget.id, ...given })
      : api.widgets.create.mutate({ businessId: business.id, ...given })
    await mutate<unknown>(call, 'business-updated')
    toast.success(
      widget ? 'Saved. Your site shows the change within ten minutes.' : 'Now copy its code into your page.',
      { title: widget ? 'Widget changed' : 'Widget ready' },
    )
    onClose()
  })
  const change = (name: keyof WidgetLook, value: string) => setLook({ ...look, ...asLook(name, value) })
  const isChosen = look.minStars === 4 || look.withText
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Form form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          {CHOICES.map(({ name, label, options }) => (
            <Field key={name} label={label} error={form.errors[name]}>
              {(control) => (
                <Select
                  {...control}
                  name={name}
                  value={choiceOf(look, name)}
                  autoFocus={name === 'layout'}
                  onChange={({ target }) => change(name, target.value)}
                >
                  {options.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
        {isChosen && (
          <p className="text-sm text-muted-foreground">
            The widget says which reviews you chose. Its average counts all of them.
          </p>
        )}
        <Field
          label="Your sites"
          error={form.errors.sites}
          hint="One per line, such as www.example.com. Visitors see the widget on these sites only."
        >
          {(control) => (
            <Textarea
              {...control}
              name="sites"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={widget ? widget.sites.map(siteText).join('\n') : (business.website ?? '')}
            />
          )}
        </Field>
        <div className="flex gap-2">
          <SubmitButton form={form}>Save widget</SubmitButton>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
      <section aria-label="Preview" className="min-w-0">
        <h2 className="mb-2 text-sm font-medium">Preview</h2>
        <Preview drawn={drawn} height={WIDGET_HEIGHTS[look.layout]} />
      </section>
    </div>
  )
}

function lookOf({ layout, theme, language, maxReviews, minStars, withText }: WidgetView): WidgetLook {
  return { layout, theme, language, maxReviews, minStars, withText }
}

function choiceOf(look: WidgetLook, name: keyof WidgetLook): string {
  const value = look[name]
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value)
}

/** The cast is safe, because the options come from the same lists as the types. */
function asLook(name: keyof WidgetLook, value: string): Partial<WidgetLook> {
  if (name === 'withText') return { withText: value === 'yes' }
  const isNumber = name === 'minStars' || name === 'maxReviews'
  return { [name]: isNumber ? Number(value) : value }
}

/** Omits https, which is the default. */
function siteText(origin: string): string {
  return origin.replace('https://', '')
}

/** Preview drawn by the server. The previous preview stays until the new one arrives. */
function usePreview({ business, preview }: WidgetsView, look: WidgetLook): DrawnWidget {
  const [drawn, setDrawn] = useState(preview)
  useEffect(() => {
    // The screen's data includes the initial preview.
    if (look === NEW_WIDGET) return
    let isCurrent = true
    api.widgets.preview.query({ businessId: business.id, ...look }).then(
      (answer) => isCurrent && setDrawn(answer),
      (error: unknown) => isCurrent && toastFailure(error),
    )
    return () => {
      isCurrent = false
    }
  }, [business.id, look])
  return drawn
}

/** Rendered in a shadow root, as on the owner's site. */
function Preview({ drawn, height }: { drawn: DrawnWidget; height: number }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (element) showIn(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), drawn)
  }, [drawn])
  return <div ref={host} style={{ height }} />
}
