/** Invented mails, after the formats in worker/imports/mail/review-in.ts: no recorded one was at hand. */

export interface Letter {
  from: string
  subject: string
  date?: string
  text?: string
  html?: string
}

const REVIEW_LINK = '<https://business.google.com/n/123/reviews?utm=x>'

/** The lines of Google's mail, in their order. */
export function googleText({
  stars = 2,
  author = 'Ana Reis',
  lines = ['The bread was still warm.', '', 'The coffee was not.'],
}: {
  stars?: number | string
  author?: string
  lines?: string[]
} = {}): string {
  return [
    'Corner Shop',
    '',
    `You got a new ${stars}-star review`,
    '',
    'Read review',
    REVIEW_LINK,
    '',
    author,
    '',
    ...lines,
    '',
    'Reply to review',
    REVIEW_LINK,
    '',
    '© Google LLC, Mountain View',
  ].join('\n')
}

export const GOOGLE_MAIL: Letter = {
  from: 'Google Business Profile <businessprofile-noreply@google.com>',
  subject: 'Ana left a review for Corner Shop',
  date: 'Mon, 01 Jun 2026 08:15:00 +0000',
  text: googleText(),
}

export const YELP_MAIL: Letter = {
  from: 'Yelp for Business <no-reply@yelp.com>',
  subject: 'Kim V. wrote a review about Corner Shop',
  date: 'Mon, 01 Jun 2026 08:15:00 +0000',
  text: [
    'Corner Shop has a new review',
    '',
    '4 star rating',
    '',
    'Read the review',
    '',
    'Kim V.',
    '',
    'Lovely.',
    '',
    'Respond to the review',
  ].join('\n'),
}

export const FACEBOOK_MAIL: Letter = {
  from: 'Facebook <notification@facebookmail.com>',
  subject: 'Kim Vale recommends Corner Shop',
  date: 'Mon, 01 Jun 2026 08:15:00 +0000',
  text: [
    'Your page has a new recommendation',
    '',
    'See recommendation',
    '',
    'Kim Vale',
    '',
    'Lovely.',
    '',
    'Comment on this recommendation',
  ].join('\n'),
}

function headers({ from, subject, date }: Letter, to = 'owner@example.test'): string[] {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Message-ID: <1@mail.example.test>',
    ...(date ? [`Date: ${date}`] : []),
  ]
}

/** A mail with a text, an HTML part or both. */
export function mime(letter: Letter): string {
  const { text, html } = letter
  const parts = [
    ...(text === undefined ? [] : [['text/plain', text]]),
    ...(html === undefined ? [] : [['text/html', html]]),
  ]
  const [only] = parts
  if (parts.length === 1 && only) {
    return [
      ...headers(letter),
      'MIME-Version: 1.0',
      `Content-Type: ${only[0]}; charset=utf-8`,
      '',
      only[1],
    ].join('\r\n')
  }
  return [
    ...headers(letter),
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="parts"',
    '',
    ...parts.flatMap(([type, body]) => ['--parts', `Content-Type: ${type}; charset=utf-8`, '', body]),
    '--parts--',
    '',
  ].join('\r\n')
}

const OWNER = 'Nora Feldt <nora@example.test>'

/** As Gmail forwards it: quoted in the text, below its headers. */
export function forwarded(
  letter: Letter,
  mark = '---------- Forwarded message ---------',
  from = OWNER,
): string {
  const text = [
    'See below.',
    '',
    mark,
    `From: ${letter.from}`,
    ...(letter.date ? [`Date: ${letter.date}`] : []),
    `Subject: ${letter.subject}`,
    'To: <nora@example.test>',
    '',
    '',
    letter.text ?? '',
  ].join('\n')
  return mime({ from, subject: `Fwd: ${letter.subject}`, text })
}

/** As an attachment with headers of its own. */
export function attached(letter: Letter, from = OWNER): string {
  return [
    ...headers({ from, subject: 'Fwd' }),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: text/plain',
    '',
    'A new one.',
    '--outer',
    'Content-Type: message/rfc822',
    'Content-Disposition: attachment; filename="review.eml"',
    '',
    mime(letter),
    '--outer--',
    '',
  ].join('\r\n')
}

/** As a rule of a mailbox sends it on: untouched. */
export function redirected(letter: Letter): string {
  return mime(letter)
}

/** As the receiving service hands it over, above it what it found out about the sender. */
export function received(raw: string, verdicts: string): string {
  return [
    'Received: from mail.example.test (192.0.2.1) by cloudflare-email.net (cloudflare) id x1; Mon, 1 Jun 2026 08:20:00 +0000',
    `Authentication-Results: mx.cloudflare.net; ${verdicts}`,
    raw,
  ].join('\r\n')
}

/** Breaks the lines of a text like a mail program. */
export function wrapped(text: string, width: number): string {
  const lines = text.split('\n').map((line) => {
    let done = ''
    let last = ''
    for (const word of line.split(' ')) {
      const isFull = last !== '' && last.length + 1 + word.length > width
      if (isFull) done += `${last}\n`
      last = isFull || last === '' ? word : `${last} ${word}`
    }
    return done + last
  })
  return lines.join('\n')
}
