import { and, eq, type SQL, sql } from 'drizzle-orm'
import { reviewNotes } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, triesOf } from '../identity/limits/tries.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { notifyAndAlert, rewordNotifications, withdrawNotifications } from '../notifications/notify.ts'
import { isOwn, memberReaches } from '../platform/business-access.ts'
import type { RestoredReview } from '../rules/archive-import.ts'
import { iso } from '../rules/durations.ts'
import {
  type AddNoteInput,
  type ChangeNoteInput,
  MAX_NOTES,
  type Mentionable,
  mentionedIn,
  mentionText,
  NOTE_GONE,
  type NoteId,
  type NotesOf,
  type NotesView,
} from '../rules/notes.ts'
import { can } from '../rules/permissions.ts'
import { labelNotes } from './labels.ts'
import { onlyReview, reviewQuery } from './require-review.ts'
import { storedItems } from './restore-reviews.ts'
import type { ShownReview } from './review-view.ts'

const TOO_MANY = `A review can have at most ${MAX_NOTES} notes. Delete one first.`

/** The notes on a review, oldest first, and the members that a note can mention. @throws DomainError `not_found` */
export async function listNotes(ctx: MemberContext, { reviewId }: NotesOf): Promise<NotesView> {
  const [answer, notes, readers] = await ctx.db.batch([
    reviewQuery(ctx, reviewId),
    ctx.db.statement<NoteRow>(sql`
      SELECT note.id AS id, text, note.created_at AS createdAt, edited_at AS editedAt, user_id AS userId,
        coalesce(nullif(profiles.full_name, ''), users.email) AS name
      FROM (SELECT * FROM review_notes WHERE ${and(eq(reviewNotes.reviewId, Number(reviewId)), isOwn(ctx, reviewNotes))}) AS note
        LEFT JOIN users ON users.id = note.user_id
        LEFT JOIN profiles ON profiles.id = note.user_id
      ORDER BY note.created_at, note.id`),
    readersQuery(ctx, reviewId),
  ])
  onlyReview(answer)
  const mayDeleteAll = can(ctx.organization.role, 'members.manage')
  return {
    notes: notes.results.map(({ id, text, name, userId, createdAt, editedAt }) => {
      const isYours = userId === ctx.session.user.id
      return {
        id,
        text,
        by: name,
        isYours,
        mayDelete: isYours || mayDeleteAll,
        createdAt: iso(createdAt),
        editedAt: iso(editedAt),
      }
    }),
    people: readers.results,
  }
}

interface NoteRow {
  id: string
  text: string
  createdAt: number
  editedAt: number | null
  userId: string | null
  name: string | null
}

/**
 * Adds a note to a review and notifies the members it mentions. Sending the same text again, for example after a lost
 * response, returns the stored note.
 *
 * @throws DomainError `not_found`; `conflict` beyond MAX_NOTES; `too_many`
 */
export async function addNote(ctx: MemberContext, { reviewId, text }: AddNoteInput): Promise<NotesView> {
  const { review, readers } = await readSubject(ctx, reviewId)
  const { id: userId } = ctx.session.user
  const id = ctx.createId()
  const tries = triesOf(ctx, [{ limit: LIMITS.notesUser, key: userId }])
  const last = sql`(SELECT user_id, text FROM review_notes WHERE review_id = ${review.id} ORDER BY created_at DESC, id DESC LIMIT 1)`
  const [added] = await ctx.db.batch([
    ctx.db.statement<{ id: string }>(sql`
      INSERT INTO review_notes (id, review_id, organization_id, business_id, user_id, text, created_at)
      SELECT ${id}, id, organization_id, business_id, ${userId}, ${text}, ${ctx.now()} FROM reviews
      WHERE id = ${review.id} AND organization_id = ${ctx.organization.id} AND ${tries.areLeft}
        AND (SELECT count(*) FROM review_notes WHERE review_id = ${review.id}) < ${MAX_NOTES}
        AND NOT EXISTS (SELECT 1 FROM ${last} AS last WHERE last.user_id = ${userId} AND last.text = ${text})
      RETURNING id`),
    ...tries.count,
    recordNote(ctx, 'note_added', review.businessId),
    ...notifyMentioned(ctx, { id, text, review, readers }),
    labelNotes(ctx, sql`reviews.id = ${review.id}`),
  ])
  const view = await listNotes(ctx, { reviewId })
  const newest = view.notes.at(-1)
  if (added.results.length === 0 && !(newest?.isYours && newest.text === text)) {
    await tries.requireLeft()
    throw new DomainError('conflict', TOO_MANY)
  }
  return view
}

/**
 * Changes the caller's own note and the notifications that quote it, and notifies newly mentioned members.
 *
 * @throws DomainError `not_found`
 */
export async function changeNote(ctx: MemberContext, { id, text }: ChangeNoteInput): Promise<NotesView> {
  const isTheirs = and(ownNote(ctx, id), eq(reviewNotes.userId, ctx.session.user.id))
  const { reviewId } = await requireNote(ctx, isTheirs)
  const { review, readers } = await readSubject(ctx, String(reviewId))
  const [changed] = await ctx.db.batch([
    ctx.db
      .update(reviewNotes)
      .set({ text, editedAt: ctx.now() })
      .where(and(isTheirs, sql`${reviewNotes.text} <> ${text}`))
      .returning({ id: reviewNotes.id }),
    recordNote(ctx, 'note_changed', review.businessId),
    rewordNotifications(
      ctx,
      ctx.organization.id,
      mentionKey(id),
      messageOf(ctx, review, text),
      isStored(id, text),
    ),
    ...notifyMentioned(ctx, { id, text, review, readers }),
  ])
  const view = await listNotes(ctx, { reviewId: String(reviewId) })
  if (changed.length === 0 && !view.notes.some((note) => note.id === id && note.text === text))
    throw noteNotFound()
  return view
}

/**
 * Deletes a note by the caller, or by anyone if the caller manages members, and its notifications.
 *
 * @throws DomainError `not_found`
 */
export async function removeNote(ctx: MemberContext, { id }: NoteId): Promise<NotesView> {
  const { organization, session } = ctx
  const isManaged = can(organization.role, 'members.manage')
  const mayDelete = and(ownNote(ctx, id), isManaged ? undefined : eq(reviewNotes.userId, session.user.id))
  const { reviewId, businessId } = await requireNote(ctx, mayDelete)
  await ctx.db.batch([
    ctx.db.delete(reviewNotes).where(mayDelete),
    recordNote(ctx, 'note_deleted', businessId),
    labelNotes(ctx, sql`reviews.id = ${reviewId}`),
    withdrawNotifications(ctx, organization.id, mentionKey(id)),
  ])
  return listNotes(ctx, { reviewId: String(reviewId) })
}

/**
 * Statements that restore the notes of an archive, except those whose review has a note created at the same time.
 * Restored notes have no author, because the archive's authors aren't known here. Nobody is notified.
 */
export function restoreNotes(
  ctx: MemberContext,
  { businessId, reviews }: { businessId: string; reviews: readonly RestoredReview[] },
) {
  const notes = reviews.flatMap(({ platform, platformReviewId, notes }) =>
    notes.map(({ text, createdAt, editedAt }) => ({
      ...{ platform, platformReviewId, text, createdAt, editedAt },
      id: ctx.createId(),
    })),
  )
  if (notes.length === 0) return []
  const items = JSON.stringify(notes)
  const organizationId = ctx.organization.id
  return [
    ctx.db.statement(sql`
      INSERT INTO review_notes (id, review_id, organization_id, business_id, text, created_at, edited_at)
      SELECT item.value->>'id', reviews.id, reviews.organization_id, reviews.business_id, item.value->>'text',
        item.value->>'createdAt', item.value->>'editedAt'
      FROM ${storedItems(businessId, items)}
      WHERE reviews.organization_id = ${organizationId} AND NOT EXISTS (SELECT 1 FROM review_notes AS known
        WHERE known.review_id = reviews.id AND known.created_at = item.value->>'createdAt')`),
    labelNotes(ctx, sql`reviews.id IN (SELECT reviews.id FROM ${storedItems(businessId, items)})`),
  ]
}

/** The review that a note is about, and the members who can see it. @throws DomainError `not_found` */
async function readSubject(ctx: MemberContext, reviewId: string) {
  const [answer, readers] = await ctx.db.batch([reviewQuery(ctx, reviewId), readersQuery(ctx, reviewId)])
  return { review: onlyReview(answer), readers: readers.results }
}

function readersQuery({ db, organization: { id } }: MemberContext, reviewId: string) {
  return db.statement<Mentionable>(sql`
    SELECT member.user_id AS userId, coalesce(nullif(profiles.full_name, ''), users.email) AS name,
      profiles.username AS username
    FROM reviews CROSS JOIN organization_users AS member ON member.organization_id = reviews.organization_id
      JOIN users ON users.id = member.user_id
      JOIN profiles ON profiles.id = member.user_id
    WHERE reviews.id = ${Number(reviewId)} AND reviews.organization_id = ${id} AND ${isReader(sql`reviews.business_id`)}
    ORDER BY member.joined_at`)
}

/** True if `member`, a row of organization_users, can see the business. */
function isReader(businessId: SQL): SQL {
  return sql`member.is_active = 1 AND ${memberReaches(sql`member`, businessId)}`
}

interface WrittenNote {
  id: string
  text: string
  review: ShownReview
  readers: readonly Mentionable[]
}

/** Notifies each mentioned member once per note, however often it is changed, and never the author. */
function notifyMentioned(ctx: MemberContext, { id, text, review, readers }: WrittenNote) {
  const { user } = ctx.session
  const organizationId = ctx.organization.id
  return mentionedIn(text, readers)
    .filter(({ userId }) => userId !== user.id)
    .flatMap(({ userId }) => [
      ...notifyAndAlert(
        ctx,
        {
          organizationId,
          userId,
          businessId: review.businessId,
          kind: 'note_mention',
          by: user.id,
          message: messageOf(ctx, review, text),
          link: `/app/reviews/${review.id}`,
          dedupeKey: `${mentionKey(id)}:${userId}`,
        },
        sql`${isStored(id, text)}
          AND EXISTS (SELECT 1 FROM organization_users AS member WHERE member.organization_id = ${organizationId}
            AND member.user_id = ${userId} AND ${isReader(sql`${review.businessId}`)})`,
      ),
    ])
}

function messageOf({ session: { user } }: MemberContext, review: ShownReview, text: string): string {
  return mentionText(user.fullName || user.email, review.authorName, text)
}

/** True unless the note was changed or deleted meanwhile. */
function isStored(id: string, text: string): SQL {
  return sql`EXISTS (SELECT 1 FROM review_notes WHERE id = ${id} AND text = ${text})`
}

function mentionKey(noteId: string): string {
  return `mentioned:${noteId}`
}

function recordNote(
  ctx: MemberContext,
  action: 'note_added' | 'note_changed' | 'note_deleted',
  businessId: string,
) {
  const organizationId = ctx.organization.id
  return recordAction(ctx, { organizationId, action, subject: businessName(organizationId, businessId) })
}

function ownNote(ctx: MemberContext, id: string): SQL | undefined {
  return and(eq(reviewNotes.id, id), isOwn(ctx, reviewNotes))
}

async function requireNote(ctx: MemberContext, which: SQL | undefined) {
  const [note] = await ctx.db
    .select({ reviewId: reviewNotes.reviewId, businessId: reviewNotes.businessId })
    .from(reviewNotes)
    .where(which)
  if (!note) throw noteNotFound()
  return note
}

function noteNotFound(): DomainError {
  return new DomainError('not_found', NOTE_GONE)
}
