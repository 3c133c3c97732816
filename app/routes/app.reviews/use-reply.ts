import { useState } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText, errorType, fieldErrors } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { mutate, mutateOrToast } from '#app/lib/mutate.ts'
import type { useReplyOutbox } from '#app/lib/use-reply-outbox.ts'
import type { ReviewRow } from './inbox-data.server.ts'

/**
 * Replies that were begun and not saved, by review. Kept while the page lives, so that closing the composer or
 * looking at another review loses nothing; a logout loads a new page and so forgets them.
 */
const drafts = new Map<string, string>()

export function draftOf(reviewId: string): string | undefined {
  return drafts.get(reviewId)
}

export function keepDraft(reviewId: string, text: string): void {
  drafts.set(reviewId, text)
}

export function dropDraft(reviewId: string): void {
  drafts.delete(reviewId)
}

export type Outbox = ReturnType<typeof useReplyOutbox>

/** What the composer opens with. */
export interface Composing {
  text: string
  error: string | null
}

/**
 * The reply to a review: what is on screen, and what can be done. Changes appear before the server has answered.
 *
 * @param startsOpen opens the composer once the page has its script, until someone closes it
 */
export function useReply(review: ReviewRow, outbox: Outbox, startsOpen: boolean) {
  const { id: reviewId, businessId, response } = review
  const local = outbox.replies.find((reply) => reply.review_id === reviewId)
  const isHydrated = useHydrated()
  const [composing, setComposing] = useState<Composing | 'at first' | null>(startsOpen ? 'at first' : null)
  const [isSaving, setSaving] = useState(false)
  const [wasSavedNow, setSavedNow] = useState(false)
  // Displayed in place of the stored reply (null: none) until the stored one changes.
  const [expected, setExpected] = useState<{ text: string | null; insteadOf: string | undefined } | null>(
    null,
  )
  const stored = response && `${response.id} ${response.text}`
  const override = expected && expected.insteadOf === stored ? expected : null
  const savedText = override ? override.text : (response?.text ?? null)

  async function save(text: string) {
    setComposing(null)
    setExpected({ text, insteadOf: stored })
    setSaving(true)
    try {
      if (response) await mutate(api.responses.update.mutate({ id: response.id, text }), 'response-updated')
      else await mutate(api.responses.create.mutate({ reviewId, text }), 'response-created')
      if (local) outbox.remove(local.id)
      dropDraft(reviewId)
      setSavedNow(true)
    } catch (error) {
      setExpected(null)
      // A new reply can wait for a connection; a change to a stored one can't.
      if (errorType(error) === 'NETWORK' && !response) {
        outbox.create({ reviewId, businessId, text })
        dropDraft(reviewId)
      } else {
        keepDraft(reviewId, text)
        setComposing({ text, error: fieldErrors(error).text ?? errorText(error) })
      }
    } finally {
      setSaving(false)
    }
  }

  async function remove() {
    if (local) return outbox.remove(local.id)
    if (!response) return
    const { id, text } = response
    setExpected({ text: null, insteadOf: stored })
    const removed = await mutateOrToast(
      api.responses.remove.mutate({ id }),
      'review-status-changed',
      'The reply is still there',
    )
    if (removed === null) return setExpected(null)
    toast.success(
      review.posting ? 'It is being deleted at its platform, too.' : 'Your reply is deleted here.',
      { title: 'Reply deleted', action: { label: 'Undo', onPress: () => writeAgain(text) } },
    )
  }

  async function writeAgain(text: string) {
    try {
      await mutate(api.responses.create.mutate({ reviewId, text }), 'response-created')
    } catch (error) {
      keepDraft(reviewId, text)
      toast.error(`${errorText(error)} Its text is kept as a draft.`)
    }
  }

  async function markPosted() {
    if (response)
      await mutateOrToast(api.responses.markPosted.mutate({ id: response.id }), 'response-updated')
  }

  const opened = { text: draftOf(reviewId) ?? local?.response_text ?? savedText ?? '', error: null }
  return {
    local,
    savedText,
    isSaving,
    /** True once a save succeeded on this visit. */
    wasSavedNow,
    composing: composing === 'at first' ? (isHydrated ? opened : null) : composing,
    compose: () => setComposing(opened),
    closeComposer: () => setComposing(null),
    save,
    markPosted,
    remove,
  }
}
