import { expect, test } from 'vitest'
import { htmlMail, type MailBlock, plainMail } from '#worker/platform/mail-layout.ts'

const BLOCKS: MailBlock[] = [
  { heading: 'News & more' },
  'First line\nsecond line',
  'https://reviews.example.com/verify?token=a&b=c',
  { label: 'Open it', url: 'https://reviews.example.com/app' },
  {
    about: 'Corner Shop, Google',
    title: '2 stars from "Kim"',
    quote: '<b>bold</b>',
    label: 'Read it',
    url: null,
  },
  { footer: 'Why you get this.', links: [{ label: 'Unsubscribe', url: 'https://reviews.example.com/u' }] },
]

test('the plain part has the content of the HTML part', () => {
  expect(plainMail(BLOCKS)).toBe(
    [
      'News & more',
      'First line\nsecond line',
      'https://reviews.example.com/verify?token=a&b=c',
      'Open it:\nhttps://reviews.example.com/app',
      '2 stars from "Kim"\nCorner Shop, Google\n“<b>bold</b>”',
      '--\nWhy you get this.\nUnsubscribe:\nhttps://reviews.example.com/u',
    ].join('\n\n'),
  )
})

test('the HTML part names the product and escapes text', () => {
  const html = htmlMail('<Subject>', BLOCKS)
  expect(html).toContain('<title>&lt;Subject&gt;</title>')
  expect(html).toContain('>Review Dashboard</p>')
  expect(html).toContain('News &amp; more')
  expect(html).toContain('First line<br>second line')
  expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;')
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="https://reviews.example.com/verify?token=a&amp;b=c"',
    'href="https://reviews.example.com/app"',
    'href="https://reviews.example.com/u"',
  ])
})

test('the HTML part loads no external resources', () => {
  expect(htmlMail('Subject', BLOCKS)).not.toMatch(/src=|url\(|<link|<script|<style/)
})
