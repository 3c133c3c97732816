import { describe, expect, test } from 'vitest'
import { PLATFORMS, type Platform } from '#worker/rules/platforms.ts'
import { isReviewPage } from '#worker/sources/review-address.ts'
import { hasShared, payloadsOf } from './shared-files.ts'

function platformsOf(address: string): Platform[] {
  const url = URL.parse(address)
  return PLATFORMS.filter((platform) => url !== null && isReviewPage(url, platform))
}

test.each([
  ['google', 'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6'],
  ['google', 'https://www.google.de/maps/contrib/1234/reviews'],
  ['google', 'https://www.google.com/local/review?rpid=1'],
  ['google', 'https://search.google.com/local/reviews?placeid=ChIJ1'],
  ['google', 'https://maps.google.com/?cid=123'],
  ['google', 'https://maps.app.goo.gl/Abc123'],
  ['google', 'https://g.page/r/Abc/review'],
  ['yelp', 'https://www.yelp.com/biz/harbor-books?hrid=1'],
  ['yelp', 'https://de.yelp.at/biz/harbor-books'],
  ['facebook', 'https://www.facebook.com/harborbooks/posts/1'],
  ['facebook', 'https://www.facebook.com/harborbooks/reviews'],
  ['facebook', 'https://www.facebook.com/permalink.php?story_fbid=1&id=2'],
  ['facebook', 'https://www.facebook.com/profile.php?id=100000000000001'],
  ['tripadvisor', 'https://www.tripadvisor.com/ShowUserReviews-g1-d2-r3-Harbor_Books.html'],
  ['tripadvisor', 'https://fr.tripadvisor.ca/Restaurant_Review-g1-d2-Reviews-Harbor.html'],
] as const)('only %s has a review page at %s', (platform, address) => {
  expect(platformsOf(address)).toEqual([platform])
})

describe('an address that leads elsewhere is not a review page', () => {
  test.each([
    'https://evil.example/maps/reviews',
    'https://google.com.evil.example/maps/',
    'https://www.google.com@evil.example/maps/',
    'https://www.google.com:444/maps/',
    'http://www.google.com/maps/',
    'https://www.google.com/url?q=https://evil.example/',
    'https://maps.google.com/url?q=https://evil.example/',
    'https://www.google.com/maps/../url?q=https://evil.example/',
    'https://www.google.com/maps/%2e%2e/url?q=https://evil.example/',
    'https://www.google.com/search?btnI&q=evil',
    'https://www.google.com/amp/s/evil.example/',
    'https://www.google.com/',
    'https://share.google/Abc',
    'https://sites.google.com/maps/',
    'https://www.yelp.com/biz_redir?url=https://evil.example/',
    'https://www.yelp.com/redirect?url=https://evil.example/',
    'https://l.facebook.com/l.php?u=https://evil.example/',
    'https://www.facebook.com/l.php?u=https://evil.example/',
    'https://www.facebook.com/flx/warn/?u=https://evil.example/',
    'https://www.facebook.com/sharer/sharer.php?u=https://evil.example/',
    'https://www.facebook.com/dialog/oauth?redirect_uri=https://evil.example/',
    'https://www.tripadvisor.com/Commerce?url=https://evil.example/',
    'https://www.tripadvisor.com/Link?to=https://evil.example/',
    'javascript:alert(1)',
    '//www.google.com/maps/',
    '',
  ])('%s', (address) => {
    expect(platformsOf(address)).toEqual([])
  })

  test.runIf(hasShared('vectors'))('no collected address is a review page', () => {
    for (const file of ['ssrf_urls.json', 'open_redirect.json', 'xss_payloads.json']) {
      for (const payload of payloadsOf(file)) expect([payload, platformsOf(payload)]).toEqual([payload, []])
    }
  })
})
