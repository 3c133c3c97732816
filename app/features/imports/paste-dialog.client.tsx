import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { Alert, AlertDescription } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input, Select, Textarea } from '#app/components/ui/input.tsx'
import { api, errorText, fieldErrors } from '#app/lib/api.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import { mutate } from '#app/lib/mutate.ts'
import { type ImportOptionsView, MAX_AUTHOR_CHARS, MAX_REVIEW_CHARS } from '#worker/rules/imports.ts'
import { type AnyPlatform, isOwnPlatform } from '#worker/rules/platforms.ts'
import { readPasted } from './pasted-review.ts'
import { PlatformSelect } from './platform-select.tsx'
import { sayAdded } from './say-added.ts'

interface Fields {
  platform: AnyPlatform
  authorName: string
  /** '' if none is chosen. */
  rating: string
  /** YYYY-MM-DD or ''. */
  reviewDate: string
  reviewText: string
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fields that a paste fills in besides the text. */
const READ_FIELDS = ['authorName', 'rating', 'reviewDate'] as const

const STARS = ['5', '4', '3', '2', '1']

export interface PasteDialogProps {
  options: ImportOptionsView
  onClose: () => void
}

export default function PasteDialog({ options, onClose }: PasteDialogProps) {
  const [fields, setFields] = useState<Fields>({
    platform: options.platforms[0] ?? 'google',
    authorName: '',
    rating: '',
    reviewDate: '',
    reviewText: '',
  })
  /** Current fields, because a save that waits for the connection must send the latest input. */
  const latest = useRef(fields)
  latest.current = fields
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  /** Age from which the date was computed, such as 'a month ago'; '' if there is none or the date was edited since. */
  const [age, setAge] = useState('')
  /** Fields filled in by the last paste. The next paste replaces them, but not what was typed by hand. */
  const filled = useRef<Partial<Fields>>({})

  function set(change: Partial<Fields>) {
    setFields((before) => ({ ...before, ...change }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }

  const bound = (name: Exclude<keyof Fields, 'platform'>) => ({
    value: fields[name],
    onChange: (event: ChangeEvent<Control>) => set({ [name]: event.target.value }),
  })

  /** Splits a whole review pasted into the text field; a text alone stays as it is. */
  function paste(pasted: string) {
    const found = readPasted(pasted, {
      now: Date.now(),
      dateOrder: navigator.language === 'en-US' ? 'mdy' : 'dmy',
    })
    const isKnown =
      found.platform !== null &&
      options.platforms.includes(found.platform) &&
      // The owner's choice takes precedence over a guess from the text.
      !isOwnPlatform(fields.platform)
    const read = {
      authorName: found.authorName.slice(0, MAX_AUTHOR_CHARS),
      rating: found.rating === null ? '' : String(Math.round(found.rating)),
      reviewDate: found.reviewDate,
    }
    const change = Object.fromEntries(
      READ_FIELDS.filter((name) => read[name] !== '' || fields[name] === filled.current[name]).map((name) => [
        name,
        read[name],
      ]),
    )
    filled.current = read
    setAge(found.age)
    set({
      ...change,
      reviewText: found.reviewText,
      ...(isKnown && found.platform && { platform: found.platform }),
    })
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const form = event.currentTarget
    if (fields.rating === '') {
      setErrors({ rating: 'Choose the stars.' })
      return
    }
    setIsSaving(true)
    setErrors({})
    setFailure(null)
    try {
      await untilServerIsThere(() => setFailure(SENT_LATER))
      // Don't send if the dialog was closed while waiting.
      if (!form.isConnected) return
      setFailure(null)
      const given = { ...latest.current, rating: Number(latest.current.rating) }
      const counts = await mutate(
        api.imports.paste.mutate({ businessId: options.business.id, ...given }),
        'review-scraped',
      )
      sayAdded(counts, "You've used up this month's new reviews. Add it again next month.")
      onClose()
    } catch (error) {
      const beside = fieldErrors(error)
      setErrors(beside)
      setFailure(Object.keys(beside).length > 0 ? null : errorText(error))
      setIsSaving(false)
    }
  }

  const isCounted = age !== '' && fields.reviewDate === filled.current.reviewDate
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeading title="Add a review by hand">
          Paste the whole review, with its author and date: we fill in the fields we recognize.
        </DialogHeading>
        <form className="grid gap-4" onSubmit={save} noValidate>
          <Field label="Review text" error={errors.reviewText}>
            {(control) => (
              <Textarea
                {...control}
                {...bound('reviewText')}
                maxLength={MAX_REVIEW_CHARS}
                className="max-h-60"
                onPaste={(event) => {
                  const { selectionStart, selectionEnd, value } = event.currentTarget
                  if (value.slice(0, selectionStart).trim() || value.slice(selectionEnd).trim()) return
                  event.preventDefault()
                  paste(event.clipboardData.getData('text/plain'))
                }}
              />
            )}
          </Field>
          <Field label="Author" error={errors.authorName}>
            {(control) => (
              <Input {...control} {...bound('authorName')} maxLength={MAX_AUTHOR_CHARS} autoComplete="off" />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-3">
            <PlatformSelect
              platforms={options.platforms}
              ownPlatforms={options.ownPlatforms}
              value={fields.platform}
              onChange={(platform) => set({ platform })}
            />
            <Field label="Stars" error={errors.rating}>
              {(control) => (
                <Select {...control} {...bound('rating')}>
                  <option value="">Choose</option>
                  {STARS.map((stars) => (
                    <option key={stars} value={stars}>
                      {stars}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field
              label="Date"
              optional
              error={errors.reviewDate}
              hint={isCounted && `About: the page says ‘${age}’.`}
            >
              {(control) => <Input {...control} {...bound('reviewDate')} type="date" />}
            </Field>
          </div>
          {failure && (
            <Alert variant="destructive">
              <AlertDescription>{failure}</AlertDescription>
            </Alert>
          )}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" pending={isSaving}>
              Add review
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
