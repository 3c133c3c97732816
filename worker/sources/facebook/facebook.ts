import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { numbers } from './numbers.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'
import { pauseAfter } from './usage.ts'

/**
 * The recommendations of a Facebook page, asked with the token of the page that its owner connected. `PlaceRef.id` is
 * the page's id, which comes with the connection.
 */
export const facebook: ReviewSource = {
  name: 'facebook',
  platform: 'facebook',
  access: 'connection',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  locate,
  resolve: null,
  request,
  pauseAfter,
  refusal,
  parse,
  numbers,
}
