import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'
import { resolve } from './resolve.ts'

/**
 * Google's Places API, asked with the operator's key: a place's rating, its number of reviews and the five reviews that
 * Google finds most relevant. Its terms let nobody store the reviews. `PlaceRef.id` is the Place ID.
 */
export const googlePlaces: ReviewSource = {
  name: 'google-places',
  platform: 'google',
  access: 'api_key',
  keeps: 'numbers',
  lists: 'some',
  texts: 'full',
  locate,
  resolve,
  request,
  refusal,
  parse,
}
