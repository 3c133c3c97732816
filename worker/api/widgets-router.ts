import { CreateWidgetInput, PreviewWidgetInput, UpdateWidgetInput, WidgetId } from '../rules/widgets.ts'
import { createWidget, listWidgets, previewWidget, removeWidget, updateWidget } from '../widgets/manage.ts'
import { allowedTo, member, router, verb } from './init.ts'

const editing = allowedTo('businesses.update')

export const widgetsRouter = router({
  list: member.query(verb(listWidgets)),
  preview: member.input(PreviewWidgetInput).query(verb(previewWidget)),
  create: editing.input(CreateWidgetInput).mutation(verb(createWidget)),
  update: editing.input(UpdateWidgetInput).mutation(verb(updateWidget)),
  remove: editing.input(WidgetId).mutation(verb(removeWidget)),
})
