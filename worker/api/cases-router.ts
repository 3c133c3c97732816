import { moveCase, openCase } from '../cases/manage.ts'
import { MoveCaseInput, OpenCaseInput } from '../rules/cases.ts'
import { allowedTo, router, verb } from './init.ts'

const answering = allowedTo('reviews.answer')

export const casesRouter = router({
  open: answering.input(OpenCaseInput).mutation(verb(openCase)),
  move: answering.input(MoveCaseInput).mutation(verb(moveCase)),
})
