import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'
import { resolve } from './resolve.ts'

/**
 * Yelp's Places API (Fusion), asked with the operator's key: a few excerpts of the newest recommended reviews, and how
 * many there are. Its terms allow nothing to be kept longer than 24 hours, so only the numbers are.
 */
export const yelpFusion: ReviewSource = {
  name: 'yelp-fusion',
  platform: 'yelp',
  access: 'api_key',
  keeps: 'numbers',
  lists: 'some',
  texts: 'excerpts',
  locate,
  resolve,
  request,
  refusal,
  parse,
}
