import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { sanitizeFilename, sanitizeHtml, sanitizeText } from '#worker/rules/sanitize.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { hasVectors, vectors } from './vectors.ts'

test.each([
  ['Great pizza, 5 of 5!', 'Great pizza, 5 of 5!'],
  ['<script>alert("x")</script>', 'scriptalert(x)/script'],
  ["O'Brien", 'OBrien'],
  ['javascript:alert(1)', 'alert(1)'],
  ['JaVaScRiPt:alert(1)', 'alert(1)'],
  ['java\nscript:alert(1)', 'alert(1)'],
  ['<img src=x onerror=alert(1)>', 'img src=x alert(1)'],
  ['a ONCLICK \t= b', 'a  b'],
  ['two = 2, option = b', 'two = 2, option = b'],
  ['javajavascript:script:alert(1)', 'javascriptalert(1)'],
  ['oonx=nclick=1', 'onclick1'],
])('sanitizeText(%j) is %j', (text, clean) => {
  expect(sanitizeText(text)).toBe(clean)
})

test.each([
  ['<b>bold</b> and <i>italic</i>', '<b>bold</b> and <i>italic</i>'],
  ['<p>one<br/>two</p>', '<p>one<br>two</p>'],
  ['<STRONG>x</STRONG><EM>y</EM>', '<strong>x</strong><em>y</em>'],
  ['<p onclick="alert(1)" class=x>hi</p>', '<p>hi</p>'],
  ['<b title="a>b">x</b>', '<b>x</b>'],
  ['<a href="javascript:alert(1)">link</a>', 'link'],
  ['<script>alert(1)</script>text', 'text'],
  ['<style>b{color:red}</STYLE >text', 'text'],
  ['<script>never closed <b>x</b>', ''],
  ['a<!-- <b>x</b> -->b', 'ab'],
  ['a<!-->b', 'ab'],
  ['a<!-- never closed', 'a'],
  ['a<?php x ?>b<!doctype html>c</ d>e', 'abce'],
  ['1 < 2 > 0 & "x"', '1 &lt; 2 &gt; 0 &amp; "x"'],
  ['&lt;script&gt; &#60; &#x3c; &amp; &bogus', '&lt;script&gt; &#60; &#x3c; &amp; &amp;bogus'],
  ['<b>open', '<b>open</b>'],
  ['</b>stray</p>', 'stray'],
  ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
  ['<b>a<b>b</b>c</b>', '<b>a<b>b</b>c</b>'],
  ['<p>one<p>two', '<p>one</p><p>two</p>'],
  ['<p><b>one<p>two', '<p><b>one</b></p><p>two</p>'],
  ['<svg><script>x</script><b>y</b></svg>', '<b>y</b>'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ['<bold>x</bold><b/onclick=x>y</b>', 'x<b>y</b>'],
  ['tail<', 'tail&lt;'],
  ['tail</', 'tail&lt;/'],
  ['tail<b', 'tail<b></b>'],
])('sanitizeHtml(%j) is %j', (html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean)
})

test.each([
  ['reviews-2026_03.csv', 'reviews-2026_03.csv'],
  ['my file (1).csv', 'myfile1.csv'],
  ['../../etc/passwd', '....etcpasswd'],
  ['a\0b\r\nc"d', 'abcd'],
  ['café.csv', 'caf.csv'],
  ['..', ''],
  ['???', ''],
  ['', ''],
])('sanitizeFilename(%j) is %j', (name, clean) => {
  expect(sanitizeFilename(name)).toBe(clean)
})

test('a file name keeps at most 255 characters', () => {
  expect(sanitizeFilename('a'.repeat(255))).toHaveLength(255)
  expect(sanitizeFilename('a'.repeat(256))).toHaveLength(255)
})

const ALLOWED_MARKUP = /<(?:\/?(?:b|i|em|strong|p)|br)>/g

/** Expects no angle bracket outside the allowed tags, so a browser finds no other tag or attribute. */
function expectInert(payload: string): void {
  const html = sanitizeHtml(payload)
  expect(html.replace(ALLOWED_MARKUP, '')).not.toMatch(/[<>]/)
  expect(sanitizeHtml(html)).toBe(html)
  const text = sanitizeText(payload)
  expect(text).not.toMatch(/[<>"']|javascript:|on\w+\s*=/i)
  expect(sanitizeText(text)).toBe(text)
}

describe.runIf(hasVectors('xss_payloads.json'))('collected attacks', () => {
  test.each(['xss_payloads.json', 'dompurify_cases.json', 'naughty_strings.json', 'sql_strings.json'])(
    'no attack in %s survives',
    (file) => {
      const entries = vectors<{ payload: string }>(file)
      expect(entries.length).toBeGreaterThan(50)
      for (const { payload } of entries) expectInert(payload)
    },
  )

  test('file names keep only letters, digits, dot, underscore and hyphen', () => {
    for (const { payload } of vectors<{ payload: string }>('path_names.json')) {
      expect(sanitizeFilename(payload)).toMatch(/^[A-Za-z0-9._-]{0,255}$/)
    }
  })
})

test.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 20), text]))(
  '64 KiB of %j are sanitized within 50 ms each way',
  (_, text) => {
    expectInert(text)
    expect(fastestMs(() => sanitizeText(text))).toBeLessThan(50)
    expect(fastestMs(() => sanitizeHtml(text))).toBeLessThan(50)
    expect(fastestMs(() => sanitizeFilename(text))).toBeLessThan(50)
  },
)
