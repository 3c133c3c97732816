import { describe, expect, test } from 'vitest'
import { locate as locateFacebook } from '#worker/sources/facebook/locate.ts'
import { resolve as resolveGoogle } from '#worker/sources/google-public/google-public.ts'
import {
  locate as locateGoogle,
  whyNotListing as whyNotGoogle,
} from '#worker/sources/google-public/locate.ts'
import {
  locate as locateTripadvisor,
  whyNotListing as whyNotTripadvisor,
} from '#worker/sources/tripadvisor/locate.ts'
import { locate as locateYelp, whyNotListing as whyNotYelp } from '#worker/sources/yelp-public/locate.ts'
import { resolve as resolveYelp } from '#worker/sources/yelp-public/yelp-public.ts'
import { answerOf, place, sourceErrorOf } from './answers.ts'
import { hasShared, payloadsOf, readShared } from './shared-files.ts'

describe.runIf(hasShared('vectors'))('shared vectors', () => {
  test.for([
    ['Google', locateGoogle, whyNotGoogle],
    ['Yelp', locateYelp, whyNotYelp],
    ['TripAdvisor', locateTripadvisor, whyNotTripadvisor],
    ['Facebook', locateFacebook, null],
  ] as const)(
    'no forged address is located as a listing of %s, and locate never throws',
    ([_, locate, whyNot]) => {
      for (const payload of payloadsOf('ssrf_urls.json')) {
        const url = URL.parse(payload)
        expect(url && locate(url), payload).toBeNull()
      }
      const cases: { href?: string }[] = JSON.parse(readShared('vectors/url_wpt.json'))
      for (const url of cases.flatMap(({ href }) => URL.parse(href ?? '') ?? [])) {
        expect(locate(url)).toBeNull()
        if (whyNot) expect(whyNot(url)).not.toBe('')
      }
    },
  )

  test.for([
    ['Google', resolveGoogle, 'https://maps.app.goo.gl/AbCdEf123'],
    ['Yelp', resolveYelp, 'https://www.yelp.com/biz/old-alias'],
  ] as const)('no redirect of %s to a forged address is followed', ([_, resolve, link]) => {
    for (const payload of payloadsOf('ssrf_urls.json')) {
      // Header values are bytes.
      const location = Buffer.from(payload).toString('latin1')
      const redirect = answerOf({ status: 302, headers: { location } })
      sourceErrorOf(() => resolve.parse(place(null, link), redirect))
    }
  })
})
