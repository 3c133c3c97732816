import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'
import { resolve } from './resolve.ts'

/** Yelp's public list of recommended reviews, read without a login: those in English, newest first. */
export const yelpPublic: ReviewSource = {
  name: 'yelp-public',
  platform: 'yelp',
  access: 'public_page',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  locate,
  resolve,
  request,
  refusal,
  parse,
}
