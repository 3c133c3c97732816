import type { ReviewSource } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'
import { request } from './request.ts'
import { resolve } from './resolve.ts'

/** Google's public list of reviews, read without a login: all reviews of a place, newest edit first. */
export const googlePublic: ReviewSource = {
  name: 'google-public',
  platform: 'google',
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
