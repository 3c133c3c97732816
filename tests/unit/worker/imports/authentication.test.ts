import { describe, expect, test } from 'vitest'
import { isConfirmedSender } from '#worker/imports/mail/read-mime.ts'

const GOOGLE = 'businessprofile-noreply@google.com'

/** Headers in the order of the email, one string each. */
function headers(...lines: string[]) {
  return [...lines, `From: Google Business Profile <${GOOGLE}>`].map((line) => {
    const at = line.indexOf(':')
    return {
      key: line.slice(0, at).toLowerCase(),
      originalKey: line.slice(0, at),
      value: line.slice(at + 1).trim(),
    }
  })
}

function confirmed(results: string, from = GOOGLE) {
  return isConfirmedSender(headers(`Authentication-Results: mx.cloudflare.net; ${results}`), from)
}

// Taken from an email published in 2026, with the names changed.
const FORWARDED_BY_A_RULE = `dkim=pass header.d=google.com header.s=20251104 header.b=L6CZ3OJ0;
  dmarc=pass header.from=google.com policy.dmarc=reject;
  spf=none (mx.cloudflare.net: no SPF records found for postmaster@mail-yw1-x112d.example.com) smtp.helo=mail-yw1-x112d.example.com;
  spf=pass (mx.cloudflare.net: domain of nora+caf_=shop@gmail.com designates 2001:db8::1 as permitted sender) smtp.mailfrom=nora+caf_=shop@gmail.com;
  arc=pass smtp.remote-ip="2001:db8::1"`

describe('the sender is confirmed', () => {
  test.each([
    ['by all that the service writes', FORWARDED_BY_A_RULE, GOOGLE],
    ['by DMARC alone', 'dmarc=pass header.from=google.com', GOOGLE],
    ['by DMARC of the domain above', 'dmarc=pass header.from=google.com', 'x@business.google.com'],
    ['in capitals', 'DMARC=Pass header.from=Google.COM', 'X@GOOGLE.com'],
    ['by DKIM where there is no DMARC', 'dmarc=none; dkim=pass header.d=shop.test', 'ana@shop.test'],
    ['by SPF where there is no DMARC', 'spf=pass smtp.mailfrom=ana@shop.test', 'ana@shop.test'],
    [
      'by the second of two signatures',
      'dkim=fail header.d=shop.test; dkim=pass header.d=shop.test',
      'a@shop.test',
    ],
  ])('%s', (_, results, from) => {
    expect(confirmed(results, from)).toBe(true)
  })

  test("by the mail service's ARC verdict if it is the topmost", () => {
    const lines = headers(
      'Received: from mail.example.test by cloudflare-email.net (cloudflare) id x',
      'ARC-Authentication-Results: i=2; mx.cloudflare.net; dmarc=pass header.from=google.com',
      'ARC-Authentication-Results: i=1; mx.google.com; arc=none',
    )
    expect(isConfirmedSender(lines, GOOGLE)).toBe(true)
  })
})

describe('the sender is not confirmed', () => {
  test.each([
    ['by nothing', 'none', GOOGLE],
    [
      'where DMARC failed, whatever else passed',
      'dmarc=fail header.from=google.com; dkim=pass header.d=google.com',
      GOOGLE,
    ],
    ['where it could not be looked up', 'dmarc=temperror header.from=google.com', GOOGLE],
    ['by DMARC of another domain', 'dmarc=pass header.from=example.test', GOOGLE],
    ['by DMARC of a domain that ends alike', 'dmarc=pass header.from=google.com', 'x@notgoogle.com'],
    ['by DMARC of an ending', 'dmarc=pass header.from=com', GOOGLE],
    ['by DKIM of an ending of a country', 'dkim=pass header.d=co.uk', 'ana@shop.co.uk'],
    ['by DMARC of a domain below', 'dmarc=pass header.from=mail.shop.test', 'ana@shop.test'],
    ['by DKIM of another domain', 'dkim=pass header.d=example.test', GOOGLE],
    ['by DKIM that failed', 'dkim=fail header.d=shop.test', 'ana@shop.test'],
    ['by SPF of another domain', 'spf=pass smtp.mailfrom=ana@example.test', 'ana@shop.test'],
    ["by SPF of the server's own name", 'spf=pass smtp.helo=shop.test', 'ana@shop.test'],
    ['by SPF that is soft', 'spf=softfail smtp.mailfrom=ana@shop.test', 'ana@shop.test'],
    [
      'by two answers to one question',
      'dmarc=fail header.from=google.com; dmarc=pass header.from=google.com',
      GOOGLE,
    ],
    ['without an address', 'dmarc=pass header.from=google.com', ''],
    [
      'by a verdict in the quoted name of a sender',
      'spf=fail smtp.mailfrom="x; dmarc=pass header.from=google.com; y"@example.test',
      GOOGLE,
    ],
    [
      'by one that breaks out of a comment',
      'spf=fail (domain of "x) ; dmarc=pass header.from=google.com; y"@example.test is none)',
      GOOGLE,
    ],
    ['by a comment that never ends', 'spf=fail (x; dmarc=pass header.from=google.com', GOOGLE],
    ['by a verdict in a comment', 'spf=fail (see (also); dmarc=pass header.from=google.com) x=y', GOOGLE],
  ])('%s', (_, results, from) => {
    expect(confirmed(results, from)).toBe(false)
  })

  const OURS = 'Authentication-Results: mx.cloudflare.net; dmarc=fail header.from=google.com'
  const FORGED = 'Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=google.com'
  test.each([
    ['there is no verdict', []],
    ["the forged one stands below the service's own", [OURS, FORGED]],
    [
      "the forged one stands below another server's",
      ['Authentication-Results: mx.google.com; dmarc=pass header.from=google.com', FORGED],
    ],
    [
      "the forged one stands below another server's ARC",
      ['ARC-Authentication-Results: i=1; mx.google.com; arc=none', FORGED],
    ],
    ['the name only begins alike', [FORGED.replace('.net', '.net.example.test')]],
    ['the name is missing', ['Authentication-Results: dmarc=pass header.from=google.com']],
    ['there are two senders', [FORGED, 'From: Ana <ana@google.com>']],
  ])('where %s', (_, lines) => {
    expect(isConfirmedSender(headers(...lines), GOOGLE)).toBe(false)
  })

  test('where one From line has two senders', () => {
    const lines = headers('Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=google.com')
    const [verdict] = lines
    const from = { key: 'from', originalKey: 'From', value: `${GOOGLE}, ana@google.com` }
    expect(verdict && isConfirmedSender([verdict, from], GOOGLE)).toBe(false)
  })
})
