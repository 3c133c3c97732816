import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { textOfHtml } from '#worker/imports/mail/read-mime.ts'
import {
  forwardingCodeIn,
  labelledReviewAmong,
  mailsIn,
  reviewAmong,
} from '#worker/imports/mail/review-in.ts'
import {
  attached,
  FACEBOOK_MAIL,
  forwarded,
  GOOGLE_MAIL,
  googleText,
  mime,
  received,
  redirected,
  wrapped,
  YELP_MAIL,
} from './mails.ts'

const NOW = Date.UTC(2026, 5, 15)

async function read(raw: string | Uint8Array) {
  return reviewAmong(await mailsIn(typeof raw === 'string' ? new TextEncoder().encode(raw) : raw), NOW)
}

const ANA = {
  platform: 'google',
  platformName: 'Google',
  businessName: expect.stringMatching(/^Corner Shop/),
  isExcerpt: false,
  isConfirmed: false,
  review: {
    reviewId: null,
    authorName: 'Ana Reis',
    rating: 2,
    reviewText: 'The bread was still warm.\n\nThe coffee was not.',
    reviewDate: expect.stringMatching(/^2026-06-01T/),
    url: null,
    language: null,
    ownerResponse: null,
  },
}

describe('an email from Google is read', () => {
  test.each([
    ['forwarded in the text', forwarded(GOOGLE_MAIL)],
    ['forwarded as an attachment', attached(GOOGLE_MAIL)],
    ['sent on by a rule', redirected(GOOGLE_MAIL)],
    ['quoted', forwarded({ ...GOOGLE_MAIL, text: googleText().replace(/^/gm, '> ') })],
    [
      'as HTML alone',
      redirected({
        from: GOOGLE_MAIL.from,
        subject: GOOGLE_MAIL.subject,
        date: '2026-06-01T08:15:00Z',
        html: `<html><head><style>p { color: red }</style></head><body><h1>Corner Shop</h1>
          <div>You got a new 2-star review</div><table><tr><td><a href="https://business.google.com">Read review</a></td></tr></table>
          <p>Ana Reis</p><p>The bread was still warm.</p><p>The coffee was not.</p><a>Reply to review</a><br>x</body></html>`
          .replace('<a>Reply', '<p>Reply')
          .replace('review</a><br>', 'review</p><br>'),
      }),
    ],
  ])('%s', async (_, raw) => {
    expect(await read(raw)).toEqual(ANA)
  })

  const SENDER = 'Google Business Profile <businessprofile-noreply@google.com>'
  const SUBJECT = 'Ana left a review for Corner Shop'
  test.each([
    [
      'Gmail in German',
      [
        '---------- Forwarded message ---------',
        `Von: ${SENDER}`,
        'Date: Mo., 1. Juni 2026 um 10:15 Uhr',
        `Subject: ${SUBJECT}`,
        'To: <nora@example.test>',
      ],
    ],
    [
      'Gmail in French',
      [
        '---------- Forwarded message ---------',
        `De : ${SENDER}`,
        'Date: lun. 1 juin 2026 à 10:15',
        `Subject: ${SUBJECT}`,
      ],
    ],
    [
      'Gmail with a folded subject',
      [
        '---------- Forwarded message ---------',
        `From: ${SENDER}`,
        'Date: Mon, Jun 1, 2026 at 10:15 AM',
        'Subject: Ana left a',
        'review for Corner Shop and its long name',
        'To: <nora@example.test>',
      ],
    ],
    [
      'Outlook',
      [
        `From: ${SENDER}`,
        'Sent: Monday, June 1, 2026 10:15 AM',
        'To: nora@example.test',
        `Subject: ${SUBJECT}`,
      ],
    ],
    [
      'Outlook in bold',
      [`*From:* ${SENDER}`, '*Sent:* Monday, June 1, 2026 10:15 AM', `*Subject:* ${SUBJECT}`],
    ],
    [
      'Outlook in German',
      [
        `Von: ${SENDER}`,
        'Gesendet: Montag, 1. Juni 2026 10:15',
        'An: nora@example.test',
        `Betreff: WG: ${SUBJECT}`,
      ],
    ],
    [
      'Outlook in Italian',
      [
        `Da: ${SENDER}`,
        'Inviato: lunedì 1 giugno 2026 10:15',
        'A: nora@example.test',
        `Oggetto: I: ${SUBJECT}`,
      ],
    ],
    [
      'Outlook in Portuguese',
      [`De: ${SENDER}`, 'Enviada em: segunda-feira, 1 de junho de 2026 10:15', `Assunto: ENC: ${SUBJECT}`],
    ],
    [
      'Outlook in Spanish',
      [
        `De: ${SENDER}`,
        'Enviado el: lunes, 1 de junio de 2026 10:15',
        'Para: nora@example.test',
        `Asunto: RV: ${SUBJECT}`,
      ],
    ],
    [
      'Apple Mail',
      [
        '> Begin forwarded message:',
        '> ',
        `> From: ${SENDER}`,
        `> Subject: ${SUBJECT}`,
        '> Date: June 1, 2026 at 10:15:08 AM GMT+5:30',
        '> To: nora@example.test',
      ],
    ],
    [
      'Apple Mail in French',
      [
        '> Début du message transféré :',
        '> ',
        `> De: ${SENDER}`,
        `> Objet: ${SUBJECT}`,
        '> Date: 1 juin 2026 à 10:15:08 UTC+2',
        '> À: nora@example.test',
      ],
    ],
    [
      'Thunderbird',
      [
        '-------- Forwarded Message --------',
        `Subject: \t${SUBJECT}`,
        'Date: \tMon, 1 Jun 2026 10:15:00 +0200',
        `From: \t${SENDER}`,
      ],
    ],
    [
      'Yahoo',
      [
        `   ----- Forwarded Message ----- From: ${SENDER} To: nora@example.test <nora@example.test>Sent: Monday, June 1, 2026 at 10:15:00 AM GMT+1Subject: ${SUBJECT}`,
      ],
    ],
    [
      'Yahoo in Spanish',
      [
        `----- Mensaje reenviado ----- De: ${SENDER} Para: nora@example.test Enviado: lunes, 1 de junio de 2026, 10:15:00 CESTAsunto: ${SUBJECT}`,
      ],
    ],
  ])('forwarded by %s', async (_, headers) => {
    const text = ['See below.', '', ...headers, '', googleText()].join('\n')
    expect(await read(mime({ from: 'nora@example.test', subject: 'x', text }))).toEqual(ANA)
  })

  const LINK = '<https://business.google.com/n/123/reviews?utm=x>'
  test.each([
    ['behind the words, as in Outlook', (line: string) => `${line}${LINK}`],
    ['behind a space, as in Apple Mail', (line: string) => `${line} ${LINK}`],
    ['behind bold words, as in Gmail', (line: string) => `*${line}* ${LINK}`],
    ['behind an image', (line: string) => `[image: Google] ${line} ${LINK}`],
  ])('with the links %s', async (_, linked) => {
    const text = googleText().replaceAll(/^(Read review|Ana Reis|Reply to review)$/gm, linked)
    expect(await read(forwarded({ ...GOOGLE_MAIL, text }))).toEqual(ANA)
  })

  test('with images for stars and a bold author', async () => {
    const lines = [
      '[image: star][image: star]',
      '[cid:star.png@01DC]',
      'The *bread* was [image: bread] warm.',
    ]
    const text = googleText({ author: '*Ana Reis*', lines })
    expect(await read(forwarded({ ...GOOGLE_MAIL, text }))).toMatchObject({
      review: { authorName: 'Ana Reis', reviewText: 'The *bread* was warm.' },
    })
  })

  test.each(['div', 'p'])('as HTML alone, forwarded with each header in its own %s', async (tag) => {
    const lines = [`From: ${SENDER}`, 'Date: Mon, 1 Jun 2026 10:15', `Subject: ${SUBJECT}`, 'To: a@b.test']
    const blocks = [...lines, ...(GOOGLE_MAIL.text ?? '').split('\n')].map(
      (line) => `<${tag}>${line.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${tag}>`,
    )
    const html = `<p>See below.</p><p>Forwarded message:</p><table><tr><td>${blocks.join('\n')}</td></tr></table>`
    expect(await read(mime({ from: 'nora@example.test', subject: 'Fwd', html }))).toEqual(ANA)
  })

  test('in an email forwarded twice without a word between', async () => {
    const inner = [`From: ${SENDER}`, `Subject: ${SUBJECT}`, 'Date: June 1, 2026', '', googleText()]
    const text = ['From: Kim <kim@example.test>', 'Subject: Fwd: for you', '', ...inner].join('\n')
    expect(await read(mime({ from: 'nora@example.test', subject: 'Fwd', text }))).toEqual(ANA)
  })

  test('with a text line that looks like part of the template', async () => {
    const text = googleText({ lines: ['They said', '', 'Reply to review', '', 'and never did.'] })
    expect(await read(redirected({ ...GOOGLE_MAIL, text }))).toMatchObject({
      review: { reviewText: 'They said\n\nReply to review\n\nand never did.' },
    })
  })

  test('as the first of two forwarded together', async () => {
    const second = {
      ...GOOGLE_MAIL,
      subject: 'Kim left a review for us',
      text: googleText({ author: 'Kim' }),
    }
    const headers = [`From: ${SENDER}`, `Subject: ${second.subject}`, '', second.text]
    const text = `${GOOGLE_MAIL.text}\n\n${headers.join('\n')}`
    expect(await read(forwarded({ ...GOOGLE_MAIL, text }))).toEqual(ANA)
  })

  test.each([
    ['forwarded in the text', forwarded(GOOGLE_MAIL)],
    ['forwarded as an attachment', attached(GOOGLE_MAIL)],
    ['sent on by a rule', redirected(GOOGLE_MAIL)],
    ['with an HTML part', mime({ ...GOOGLE_MAIL, html: '<p>You got a new review</p>' })],
  ])('with bare line feeds, %s', async (_, raw) => {
    expect(await read(raw.replaceAll('\r\n', '\n'))).toEqual(ANA)
  })

  test('with the verdict from a folded header with bare line feeds', async () => {
    const verdict = 'dmarc=pass\r\n header.from=google.com'
    const raw = received(redirected(GOOGLE_MAIL), verdict).replaceAll('\r\n', '\n')
    expect(await read(raw)).toEqual({ ...ANA, isConfirmed: true })
  })

  test('without a text, and with a text that is cut off', async () => {
    const silent = { ...GOOGLE_MAIL, text: googleText({ lines: [] }) }
    expect(await read(redirected(silent))).toMatchObject({ review: { reviewText: '' }, isExcerpt: false })
    const cut = { ...GOOGLE_MAIL, text: googleText({ lines: ['The bread was still…', 'Read more'] }) }
    expect(await read(redirected(cut))).toMatchObject({
      review: { reviewText: 'The bread was still…' },
      isExcerpt: true,
    })
  })

  test('from a subdomain address, and with a non-ASCII name', async () => {
    const mail = {
      ...GOOGLE_MAIL,
      from: 'Google <no-reply@business.google.com>',
      subject: '=?utf-8?B?WsO2ZSDinaTvuI8gbGVmdCBhIHJldmlldyBmb3IgVGhlIFNob3A=?=',
      text: googleText({ author: 'Zöe ❤️ Quill' }),
    }
    expect(await read(redirected(mail))).toMatchObject({ review: { authorName: 'Zöe ❤️ Quill' } })
  })
})

describe('the text of a wrapped email has no breaks in mid-sentence and keeps its paragraphs', () => {
  const LONG = [
    'We booked for eight and were seated at twenty past, which nobody explained or seemed to find strange at all,',
    'and when the soup came at last it was as cold as the wind outside.',
  ].join(' ')
  const lines = [LONG, '', 'Menu:', '- soup', '- bread', '', `${LONG} Never again, not even for a wedding.`]
  const text = googleText({ lines })

  test.each([66, 72, 74, 76, 78])('at %i columns', async (width) => {
    for (const raw of [
      forwarded({ ...GOOGLE_MAIL, text: wrapped(text, width) }),
      forwarded({ ...GOOGLE_MAIL, text: wrapped(text, width).replace(/^/gm, '> ') }),
    ]) {
      expect((await read(raw))?.review.reviewText).toBe(lines.join('\n'))
    }
  })

  test.each(['', '> '])('in format=flowed, behind %j', async (mark) => {
    const flowed = text
      .split('\n')
      .map((line) => wrapped(line, 70).replaceAll('\n', ' \n'))
      .join('\n')
      .replace(/^/gm, mark)
      .replace(/^> $/gm, '>')
    const raw = forwarded({ ...GOOGLE_MAIL, text: flowed }).replace(
      'charset=utf-8',
      'charset=utf-8; format=flowed',
    )
    expect((await read(raw))?.review.reviewText).toBe(lines.join('\n'))
  })

  test("and keeps the author's own signs in quoted lines", async () => {
    const own = 'Price > quality, and salad >> soup.'
    const quoted = googleText({ lines: [own] }).replace(/^/gm, '> ')
    const found = await read(forwarded({ ...GOOGLE_MAIL, text: quoted }))
    expect(found?.review.reviewText).toBe(own)
  })

  test('unless the author broke the lines', async () => {
    const own = ['The bread was warm,', 'the coffee was not,', 'and nobody cared.']
    const found = await read(redirected({ ...GOOGLE_MAIL, text: googleText({ lines: own }) }))
    expect(found?.review.reviewText).toBe(own.join('\n'))
  })
})

test('an email in the form we assume Yelp uses is read', async () => {
  expect(await read(forwarded(YELP_MAIL))).toMatchObject({
    platform: 'yelp',
    businessName: 'Corner Shop',
    review: { authorName: 'Kim V.', rating: 4, reviewText: 'Lovely.' },
  })
})

test.each([
  ['Kim Vale recommends Corner Shop', 5],
  ['Kim Vale doesn’t recommend Corner Shop', 1],
  ["Fwd: Kim Vale doesn't recommend Corner Shop", 1],
])('an email in the form we assume Facebook uses is read: %s', async (subject, rating) => {
  expect(await read(forwarded({ ...FACEBOOK_MAIL, subject }))).toMatchObject({
    platform: 'facebook',
    businessName: 'Corner Shop',
    review: { authorName: 'Kim Vale', rating, reviewText: 'Lovely.' },
  })
})

describe('no review is read from', () => {
  test.each([
    ['an empty mail', ''],
    ['what is no mail', '\0\x01\x02 nothing'],
    ["a stranger's mail in the same words", redirected({ ...GOOGLE_MAIL, from: 'Ana <ana@example.test>' })],
    ['a domain that ends alike', redirected({ ...GOOGLE_MAIL, from: 'x@notgoogle.com' })],
    ['a domain that begins alike', redirected({ ...GOOGLE_MAIL, from: 'x@google.com.example.test' })],
    ["a name that is Google's", redirected({ ...GOOGLE_MAIL, from: '"x@google.com" <x@example.test>' })],
    ['a stranger forwarded', forwarded({ ...GOOGLE_MAIL, from: 'Ana <ana@example.test>' })],
    [
      'headers without a subject',
      mime({
        from: 'nora@example.test',
        subject: 'x',
        text: `From: ${GOOGLE_MAIL.from}\n\n${GOOGLE_MAIL.text}`,
      }),
    ],
    [
      'a subject without a sender',
      mime({
        from: 'nora@example.test',
        subject: 'x',
        text: `Subject: ${GOOGLE_MAIL.subject}\n\n${GOOGLE_MAIL.text}`,
      }),
    ],
    [
      'Facebook’s mail about something else',
      redirected({ ...FACEBOOK_MAIL, subject: 'Kim Vale likes Corner Shop' }),
    ],
    ["Google's mail in Yelp's words", redirected({ ...YELP_MAIL, from: GOOGLE_MAIL.from })],
    ['another subject', redirected({ ...GOOGLE_MAIL, subject: 'Corner Shop, you got 3 new reviews' })],
    [
      'another author in the subject',
      redirected({ ...GOOGLE_MAIL, subject: 'Kim left a review for Corner Shop' }),
    ],
    ['six stars', redirected({ ...GOOGLE_MAIL, text: googleText({ stars: 6 }) })],
    ['no stars', redirected({ ...GOOGLE_MAIL, text: googleText({ stars: '' }) })],
    ['no author', redirected({ ...GOOGLE_MAIL, text: googleText({ author: '', lines: [] }) })],
    [
      'an author of a page',
      redirected({ ...GOOGLE_MAIL, text: googleText({ author: `Ana ${'x'.repeat(200)}` }) }),
    ],
    ['no end', redirected({ ...GOOGLE_MAIL, text: googleText().replace('Reply to review', 'Answer') })],
    ['no beginning', redirected({ ...GOOGLE_MAIL, text: googleText().replace('Read review', 'Look') })],
  ])('%s', async (_, raw) => {
    expect(await read(raw)).toBeNull()
  })

  test('emails nested 30 levels deep', async () => {
    let raw = redirected(GOOGLE_MAIL)
    for (let depth = 0; depth < 30; depth += 1) {
      raw = [
        'From: a@example.test',
        `Content-Type: multipart/mixed; boundary="b${depth}"`,
        '',
        `--b${depth}`,
        'Content-Type: message/rfc822',
        '',
        raw,
        `--b${depth}--`,
      ].join('\r\n')
    }
    expect(await read(raw)).toBeNull()
  })

  test('an email with 200 KB of headers', async () => {
    const header = 'X-Filler: '.padEnd(1_000, 'x')
    const raw = `${Array.from({ length: 200 }, () => header).join('\r\n')}\r\n${redirected(GOOGLE_MAIL)}`
    expect(await read(raw)).toBeNull()
  })
})

test('the text of a review is kept as plain text, whatever it contains', async () => {
  const lines = ["<script>alert('1')</script>", '=1+1', '=?utf-8?B?eA==?=', "'; DROP TABLE reviews; --"]
  const found = await read(redirected({ ...GOOGLE_MAIL, text: googleText({ lines }) }))
  expect(found?.review.reviewText).toBe(lines.join('\n'))
})

const MEBIBYTE = 1024 * 1024
const fill = (unit: string) => unit.repeat(Math.ceil(MEBIBYTE / unit.length))

describe('a mebibyte of text contains no review and is searched within 500 ms of CPU', () => {
  test.each([
    ['marks of quotations', fill('> ')],
    ['quoted lines', fill('>\n')],
    ['marks inside a quotation', `> x${fill(' >')}`],
    ['forwarding marks', fill('---------- Forwarded message ---------\nFrom: a@google.com\n\n')],
    ['at signs', `---------- Forwarded message ---------\nFrom: ${fill('a@')}\n`],
    ['underscores', fill('_')],
    ['headers', fill('Subject: x left a review for y\n')],
    ['beginnings of reviews', fill('Read review\n')],
    ['ends of links', fill('<https://x>\n')],
    ['inline links', `Read review\n${fill('x <https://x> ')}`],
    ['unclosed links', fill('<https:')],
    ['unclosed images', fill('[image: ')],
    ['bold marks', fill('*')],
    ['headers and empty lines', fill('Subject: x left a review for y\n\n')],
    ['dots', googleText({ lines: [fill('.')] })],
  ])('%s', (_, text) => {
    const subject = 'Ana left a review for us'
    const mail = { from: 'x@google.com', isConfirmed: true, subject, date: '', text }
    expect(reviewAmong([mail], NOW)).toBeNull()
    expect(fastestMs(() => reviewAmong([mail], NOW), 500)).toBeLessThan(500)
  })
})

test.each(['<p', '<p ', '<style>', '<style', '</', ' \n', '&amp', '<script></script'])(
  'a mebibyte of %j is converted to text within 500 ms of CPU',
  (unit) => {
    const html = fill(unit)
    expect(fastestMs(() => textOfHtml(html), 500)).toBeLessThan(500)
  },
)

test('an email with more than the maximum number of lines is not parsed', async () => {
  const text = `${GOOGLE_MAIL.text}\n`
  expect(await read(redirected({ ...GOOGLE_MAIL, text: text + '\n'.repeat(15_000) }))).not.toBeNull()
  expect(await read(redirected({ ...GOOGLE_MAIL, text: text + '\n'.repeat(20_000) }))).toBeNull()
})

test('truncated emails and emails with corrupt bytes never throw', async () => {
  const whole = new TextEncoder().encode(attached(GOOGLE_MAIL))
  for (let length = 0; length < whole.length; length += 7) await read(whole.slice(0, length))
  for (let seed = 1; seed <= 500; seed += 1) {
    const broken = whole.slice()
    for (let hits = 0; hits < 8; hits += 1) {
      const at = (seed * 7919 + hits * 104_729) % broken.length
      broken[at] = (seed * 31 + hits * 17) % 256
    }
    await read(broken)
  }
})

describe("Gmail's forwarding confirmation code", () => {
  const SENDER = 'forwarding-noreply@google.com'
  const SUBJECT = '(#482913057) Gmail Forwarding Confirmation - Receive Mail from owner@example.test'

  test.each([
    ['is found', SENDER, SUBJECT, '482913057'],
    ['is found behind other words', SENDER, '(#482913057) Bestätigung der Weiterleitung', '482913057'],
    ['comes from nobody else', 'forwarding-noreply@google.com.example', SUBJECT, null],
    ['has digits only', SENDER, '(#48291x057) Gmail Forwarding Confirmation', null],
    ['leads its subject', SENDER, 'Re: (#482913057)', null],
  ])('%s', async (_, from, subject, code) => {
    const mails = await mailsIn(new TextEncoder().encode(mime({ from, subject, text: 'Confirm.' })))
    expect(forwardingCodeIn(mails)).toBe(code)
  })

  test('is not read from attached emails', async () => {
    const inner = attached({ from: SENDER, subject: SUBJECT, text: 'Confirm.' })
    expect(forwardingCodeIn(await mailsIn(new TextEncoder().encode(inner)))).toBeNull()
  })
})

describe('an email with labelled lines', () => {
  const OWN = [{ id: 'other0123456789abcdef', name: 'Our form', color: 'teal' }] as const
  const mail = (lines: string[]) =>
    redirected({
      from: 'form@shop.example',
      subject: 'New review',
      date: GOOGLE_MAIL.date,
      text: lines.join('\n'),
    })
  const labelled = async (...lines: string[]) =>
    labelledReviewAmong(await mailsIn(new TextEncoder().encode(mail(lines))), OWN, NOW)

  test('is a review on the platform it names', async () => {
    const found = await labelled(
      'Platform: OUR FORM',
      'Name: Ana Reis',
      'Rating: 4 / 5',
      'Date: 2026-05-30',
      'Review: Warm bread.',
      '',
      'Platform: Yelp, as my friends say.',
      '--',
      'Sent by the form',
    )
    expect(found).toMatchObject({
      platform: OWN[0].id,
      platformName: 'Our form',
      isConfirmed: false,
      review: {
        authorName: 'Ana Reis',
        rating: 4,
        reviewText: 'Warm bread.\n\nPlatform: Yelp, as my friends say.',
        reviewDate: expect.stringMatching(/^2026-05-30T/),
      },
    })
  })

  test('needs no author, text or date', async () => {
    expect(await labelled('Platform: Our form', 'Stars: 5')).toMatchObject({
      review: { authorName: 'A guest', reviewText: '', reviewDate: expect.stringMatching(/^2026-06-01T/) },
    })
  })

  test.each([
    ['no platform', ['Name: Ana', 'Rating: 4']],
    ['another platform', ['Platform: Google', 'Rating: 4']],
    ['no rating', ['Platform: Our form', 'Review: Good']],
    ['a rating out of range', ['Platform: Our form', 'Rating: 9']],
    ['a platform in the text alone', ['Rating: 4', 'Review: Bad', 'Platform: Our form']],
  ])('is not a review with %s', async (_, lines) => {
    expect(await labelled(...lines)).toBeNull()
  })
})
