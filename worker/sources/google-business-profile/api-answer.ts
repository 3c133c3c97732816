import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import { googleApiErrorOf } from '../google-api.ts'
import { googleApiAnswer } from '../google-api-answer.ts'
import { errorRefusal } from './refusal.ts'

/** The object of an answer. @throws SourceError for an error answer, a broken one, or none in JSON */
export function apiAnswer(body: string): object {
  const answer = googleApiAnswer(body)
  const error = googleApiErrorOf(answer)
  if (error) throw errorRefusal(error) ?? failure(PLATFORM_NAMES.google, 'format_changed')
  return answer
}
