import {
  createTemplate,
  listTemplates,
  removeTemplate,
  replyWithTemplate,
  updateTemplate,
} from '../responses/templates.ts'
import { getAnswerTarget, setAnswerTarget } from '../reviews/answer-targets.ts'
import { assignReview, assignReviews } from '../reviews/assign.ts'
import { exportReviews } from '../reviews/export-csv.ts'
import { findPlatformPage, getReview } from '../reviews/get.ts'
import { listReviews } from '../reviews/list.ts'
import { addNote, changeNote, listNotes, removeNote } from '../reviews/notes.ts'
import { listSavedViews, removeSavedView, saveView } from '../reviews/saved-views.ts'
import { reviewStats } from '../reviews/stats.ts'
import {
  applyTag,
  countTagged,
  createTag,
  listTags,
  removeTag,
  tagReviews,
  updateTag,
} from '../reviews/tags.ts'
import { AnswerTargetOf, SetAnswerTargetInput } from '../rules/answer-targets.ts'
import { SavedViewId, SaveViewInput } from '../rules/inbox-views.ts'
import { AddNoteInput, ChangeNoteInput, NoteId, NotesOf } from '../rules/notes.ts'
import {
  AssignReviewInput,
  AssignReviewsInput,
  ExportReviewsInput,
  ListReviewsInput,
  ReviewId,
  ReviewStatsInput,
} from '../rules/reviews.ts'
import { ApplyTagInput, CreateTagInput, TagId, TagReviewsInput, UpdateTagInput } from '../rules/tags.ts'
import {
  CreateTemplateInput,
  ReplyWithTemplateInput,
  TemplateId,
  UpdateTemplateInput,
} from '../rules/templates.ts'
import { allowedTo, member, router, verb, withFeature } from './init.ts'

export const reviewsRouter = router({
  list: member.input(ListReviewsInput).query(verb(listReviews)),
  get: member.input(ReviewId).query(verb(getReview)),
  /** Streams a CSV file for `/export/reviews.csv`; a direct call over HTTP is refused. */
  export: withFeature('hasCsvExport').input(ExportReviewsInput).query(verb(exportReviews)),
  assign: allowedTo('reviews.answer').input(AssignReviewInput).mutation(verb(assignReview)),
  assignAll: allowedTo('reviews.answer').input(AssignReviewsInput).mutation(verb(assignReviews)),
  answerTarget: member.input(AnswerTargetOf).query(verb(getAnswerTarget)),
  setAnswerTarget: allowedTo('businesses.update').input(SetAnswerTargetInput).mutation(verb(setAnswerTarget)),
  platformPage: member.input(ReviewId).query(verb(findPlatformPage)),
  stats: member.input(ReviewStatsInput).query(verb(reviewStats)),
})

export const notesRouter = router({
  list: member.input(NotesOf).query(verb(listNotes)),
  add: allowedTo('reviews.answer').input(AddNoteInput).mutation(verb(addNote)),
  change: allowedTo('reviews.answer').input(ChangeNoteInput).mutation(verb(changeNote)),
  remove: allowedTo('reviews.answer').input(NoteId).mutation(verb(removeNote)),
})

export const savedViewsRouter = router({
  list: member.query(verb(listSavedViews)),
  save: member.input(SaveViewInput).mutation(verb(saveView)),
  remove: member.input(SavedViewId).mutation(verb(removeSavedView)),
})

export const templatesRouter = router({
  list: member.query(verb(listTemplates)),
  create: allowedTo('reviews.answer').input(CreateTemplateInput).mutation(verb(createTemplate)),
  update: allowedTo('reviews.answer').input(UpdateTemplateInput).mutation(verb(updateTemplate)),
  remove: allowedTo('reviews.answer').input(TemplateId).mutation(verb(removeTemplate)),
  reply: allowedTo('replies.post').input(ReplyWithTemplateInput).mutation(verb(replyWithTemplate)),
})

export const tagsRouter = router({
  list: member.query(verb(listTags)),
  create: allowedTo('reviews.answer').input(CreateTagInput).mutation(verb(createTag)),
  update: allowedTo('reviews.answer').input(UpdateTagInput).mutation(verb(updateTag)),
  remove: allowedTo('reviews.answer').input(TagId).mutation(verb(removeTag)),
  count: allowedTo('reviews.answer').input(TagId).query(verb(countTagged)),
  assign: allowedTo('reviews.answer').input(TagReviewsInput).mutation(verb(tagReviews)),
  applyRule: allowedTo('reviews.answer').input(ApplyTagInput).mutation(verb(applyTag)),
})
