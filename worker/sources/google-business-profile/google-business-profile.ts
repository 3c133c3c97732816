import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'

/**
 * Google's Business Profile, asked with the connection of the owner or a manager: all reviews of a location, newest edit
 * first. `PlaceRef.id` is `accounts/{account}/locations/{location}` and comes with the connection. Its review ids are
 * others than those of Google's public list.
 */
export const googleBusinessProfile: ReviewSource = {
  name: 'google-business-profile',
  platform: 'google',
  access: 'connection',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  locate,
  resolve: null,
  request,
  refusal,
  parse,
}
