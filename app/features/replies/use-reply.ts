import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorReason, errorText, fieldErrors, isUnanswered } from '#app/lib/api.ts'
import { connectionBack, currentConnection } from '#app/lib/connection.ts'
import { fireAppEvent, onWindow } from '#app/lib/events.ts'
import { mutate, mutateOrToast } from '#app/lib/mutate.ts'
import {
  type NewReply,
  OUTBOX_CHANGED,
  OUTBOX_KEY,
  outboxOf,
  type ReplyOutbox,
  repliesOf,
} from '#app/lib/reply-outbox.ts'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import type { UpdateResponseInput } from '#worker/rules/responses.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'
import { draftOf, keepDraft } from './use-draft.ts'

export interface Composing {
  text: string
  error: string | null
  /** Stored text of the reply being edited, before the edit. */
  insteadOf?: string | undefined
}

/** Reviews whose reply was copied, until the owner says whether it was posted. */
const opened = new Set<string>()

/** @param onFailure reports a save that failed after its review left the screen */
export function useReply(review: ReviewRow, onFailure: (message: string) => void) {
  const { id: reviewId, businessId } = review
  const [goneId, setGoneId] = useState<string | null>(null)
  // A response that was deleted or undone stays in the list until the list has been read again.
  const response = review.response?.id === goneId ? undefined : review.response
  const accountId = useViewer().user.id
  const mayPost = useMay('replies.post')
  const outbox = useReplyOutbox()
  const local = outbox.replies.find((reply) => reply.review_id === reviewId)
  const [composing, setComposing] = useState<Composing | null>(null)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const [asksPosted, setAsksPosted] = useState(() => opened.has(reviewId))
  const [isSaving, setSaving] = useState(false)
  const [isRemovalHeld, setRemovalHeld] = useState(false)
  const [wasSavedNow, setSavedNow] = useState(false)
  // Displayed in place of the stored reply (null: none) until the stored one changes.
  const [expected, setExpected] = useState<{ text: string | null; insteadOf: string | undefined } | null>(
    null,
  )
  const stored = response && `${response.id} ${response.text}`
  const override = expected && expected.insteadOf === stored ? expected : null
  const savedText = override ? override.text : (response?.text ?? null)

  async function suggest(text: string) {
    setComposing(null)
    try {
      await mutate(api.responses.suggest.mutate({ reviewId, text }), 'response-updated')
      keepDraft(accountId, reviewId, null)
      toast.success('It waits for somebody who may post it.', { title: 'Reply suggested' })
    } catch (error) {
      keepDraft(accountId, reviewId, text)
      const message = fieldErrors(error).text ?? errorText(error)
      setComposing({ text, error: message })
      if (!isShown.current) onFailure(message)
    }
  }

  /** @param asSuggested true if a suggestion is approved as it is: a refusal then opens no composer with its text */
  async function save(text: string, asSuggested = false) {
    if (!mayPost) return suggest(text)
    const insteadOf = composing?.insteadOf ?? savedText ?? undefined
    setComposing(null)
    setExpected({ text, insteadOf: stored })
    setSaving(true)
    try {
      if (response)
        await mutate(updateReply({ id: response.id, text, insteadOf, asSuggested }), 'response-updated')
      else await mutate(api.responses.create.mutate({ reviewId, text, asSuggested }), 'response-created')
      if (local) outbox.remove(local.id)
      keepDraft(accountId, reviewId, null)
      setSavedNow(true)
    } catch (error) {
      setExpected(null)
      if (isUnanswered(error) && !response) {
        outbox.create({ reviewId, businessId, text, asSuggested })
        keepDraft(accountId, reviewId, null)
      } else if (asSuggested && errorReason(error) === 'conflict') {
        toast.error(errorText(error), { title: 'Not saved' })
        fireAppEvent('response-updated')
      } else {
        keepDraft(accountId, reviewId, text)
        const message = fieldErrors(error).text ?? errorText(error)
        // Somebody else has written meanwhile: reload to show their reply beside this one.
        const isConflict = errorReason(error) === 'conflict'
        setComposing({ text, error: message, insteadOf: isConflict ? undefined : insteadOf })
        if (isConflict) fireAppEvent('response-updated')
        if (!isShown.current) onFailure(message)
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
    function showHeld() {
      setExpected(null)
      setRemovalHeld(true)
    }
    const removed = await mutateOrToast(
      removeReply(id, showHeld),
      'review-status-changed',
      'The reply is still there',
    )
    setRemovalHeld(false)
    if (removed === null) return setExpected(null)
    setGoneId(id)
    toast.success(
      review.posting ? 'It is also being deleted from the platform.' : 'Your reply was deleted here.',
      { title: 'Reply deleted', action: { label: 'Undo', onPress: () => writeAgain(text) } },
    )
  }

  async function writeAgain(text: string) {
    try {
      await mutate(api.responses.create.mutate({ reviewId, text }), 'response-created')
    } catch (error) {
      keepDraft(accountId, reviewId, text)
      toast.error(`${errorText(error)} Its text is kept as a draft.`)
    }
  }

  /** Takes the reply back out of the outbox and puts its text into the field. */
  async function undo() {
    if (!response) return
    const undone = await mutateOrToast(
      api.responses.undo.mutate({ id: response.id }),
      'response-updated',
      'Not undone',
    )
    if (!undone) return
    setGoneId(response.id)
    keepDraft(accountId, reviewId, undone.text)
    setComposing({ text: undone.text, error: null })
    toast.success('Nothing was posted. Your text is still here.', { title: 'Reply undone' })
  }

  async function markPosted() {
    settlePosted()
    if (response)
      await mutateOrToast(api.responses.markPosted.mutate({ id: response.id }), 'response-updated')
  }

  function askPosted() {
    opened.add(reviewId)
    setAsksPosted(true)
  }

  function settlePosted() {
    opened.delete(reviewId)
    setAsksPosted(false)
  }

  const known = local?.response_text ?? savedText ?? ''
  return {
    local,
    savedText,
    isSaving,
    /** True if the reply will be deleted when the connection is back. */
    isRemovalHeld,
    /** True once a save succeeded on this visit. */
    wasSavedNow,
    composing,
    compose: (begin = known) =>
      setComposing({
        text: draftOf(accountId, reviewId) ?? begin,
        error: null,
        insteadOf: savedText ?? undefined,
      }),
    closeComposer: () => setComposing(null),
    save,
    asksPosted,
    askPosted,
    settlePosted,
    markPosted,
    remove,
    undo,
  }
}

/** Offline, calls `onWait` and deletes the reply once the connection is back. */
async function removeReply(id: string, onWait: () => void) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.responses.remove.mutate({ id })
    } catch (error) {
      // An earlier attempt deleted the reply, but the response to that call was lost.
      if (tries > 1 && errorReason(error) === 'not_found') return
      if (!isUnanswered(error) || currentConnection().isUp) throw error
      onWait()
      await connectionBack()
    }
  }
}

/** Offline, the new text is kept as a draft until the connection is back. */
async function updateReply(edit: UpdateResponseInput) {
  for (;;) {
    try {
      return await api.responses.update.mutate(edit)
    } catch (error) {
      if (!isUnanswered(error) || currentConnection().isUp) throw error
      await connectionBack()
    }
  }
}

const subscribe = (onChange: () => void) => onWindow(['storage', OUTBOX_CHANGED], onChange)

function useReplyOutbox() {
  const userId = useViewer().user.id
  const stored = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(OUTBOX_KEY),
    () => null,
  )
  const replies = useMemo(() => repliesOf(userId, stored), [userId, stored])

  function change(work: (outbox: ReplyOutbox) => void) {
    work(outboxOf(userId))
    window.dispatchEvent(new Event(OUTBOX_CHANGED))
  }
  return {
    replies,
    create: (reply: NewReply) => change((outbox) => outbox.create(reply)),
    remove: (id: string) => change((outbox) => outbox.remove(id)),
  }
}
