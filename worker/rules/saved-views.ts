import * as v from 'valibot'
import { nameString, uuid } from './fields.ts'

/** Per person and organization. */
export const MAX_SAVED_VIEWS = 20
export const MAX_VIEW_NAME_CHARS = 40
const MAX_QUERY_CHARS = 1_000
const NO_FILTER = 'Choose a filter first.'

/** A named filter. */
export interface SavedView {
  id: string
  name: string
  /** Query string of the inbox URL, without the question mark. */
  query: string
}

export const SaveViewInput = v.object({
  name: nameString(MAX_VIEW_NAME_CHARS, 'Name', 'Give the view a name.'),
  query: v.pipe(
    v.string(NO_FILTER),
    v.maxLength(MAX_QUERY_CHARS, 'These filters are too long to keep.'),
    v.regex(/^[\w.~%&=+*-]+$/, NO_FILTER),
  ),
})
export type SaveViewInput = v.InferOutput<typeof SaveViewInput>

export const SavedViewId = v.object({ id: uuid('Unknown view.') })
export type SavedViewId = v.InferOutput<typeof SavedViewId>
