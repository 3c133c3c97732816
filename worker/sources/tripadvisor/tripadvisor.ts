import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'

/**
 * TripAdvisor's Content API, asked with the operator's key: the newest five reviews in English. Its caching policy lets
 * nothing be kept but the id of the location, so reviews are asked for when they are shown.
 */
export const tripadvisor: ReviewSource = {
  name: 'tripadvisor',
  platform: 'tripadvisor',
  access: 'api_key',
  keeps: 'nothing',
  lists: 'some',
  texts: 'full',
  locate,
  resolve: null,
  request,
  refusal,
  parse,
}
