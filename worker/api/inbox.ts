import { createTemplate, listTemplates, removeTemplate, updateTemplate } from '../responses/templates.ts'
import { listSavedViews, removeSavedView, saveView } from '../reviews/saved-views.ts'
import { SavedViewId, SaveViewInput } from '../rules/saved-views.ts'
import { CreateTemplateInput, TemplateId, UpdateTemplateInput } from '../rules/templates.ts'
import { allowedTo, member, router, verb } from './init.ts'

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
})
