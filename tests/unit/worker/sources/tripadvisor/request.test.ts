import { expect, test } from 'vitest'
import { tripadvisor } from '#worker/sources/tripadvisor/tripadvisor.ts'
import { expectSourceError } from '../answers.ts'

const PLACE = { id: '28374650', url: 'https://www.tripadvisor.com/28374650' }

test('the newest five reviews in English are requested, with our own origin as referer', () => {
  const request = tripadvisor.request(PLACE, null, {
    apiKey: 'invented-key',
    appOrigin: 'https://reviews.example.com',
  })
  const url = new URL(request.url)
  expect(url.origin + url.pathname).toBe(
    'https://api.content.tripadvisor.com/api/v1/location/28374650/reviews',
  )
  expect(Object.fromEntries(url.searchParams)).toEqual({
    key: 'invented-key',
    language: 'en',
    limit: '5',
    offset: '0',
  })
  expect(request.headers.get('accept')).toBe('application/json')
  expect(request.headers.get('referer')).toBe('https://reviews.example.com/')
  expect(request.redirect).toBe('manual')
})

test('no request is made without a key', () => {
  expectSourceError(() => tripadvisor.request(PLACE, null, {}), 'not_allowed')
})
