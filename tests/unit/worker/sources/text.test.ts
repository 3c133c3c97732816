import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { decodeEntities } from '#worker/rules/entities.ts'
import { htmlToText, repaired } from '#worker/sources/text.ts'
import { hasShared, payloadsOf } from './shared-files.ts'

test.each([
  ['Nice.<br>Clean.', 'Nice.\nClean.'],
  ['Nice.<br />Clean.<br/>Calm.<BR>Quiet.', 'Nice.\nClean.\nCalm.\nQuiet.'],
  ['One<br><br>Two', 'One\n\nTwo'],
  ['<p>A <b class="x">bold</b> word<!-- note --></p>', 'A bold word'],
  ['Fish &amp; chips &lt;3 &quot;yes&quot; &#39;no&#39; &#x27;so&#x27;', "Fish & chips <3 \"yes\" 'no' 'so'"],
  ['Gar&ccedil;on caf&eacute; &ndash; 5&nbsp;&euro;', 'Garçon café – 5 €'],
  ['a\u00a0b\u202fc', 'a b c'],
  ['I <3 it, 2 < 3 > 1', 'I <3 it, 2 < 3 > 1'],
  ['&unknown; & &; &#; &#xzz;', '&unknown; & &; &#; &#xzz;'],
  ['&#0;&#xD800;&#x110000;&#128512;', '\ufffd\ufffd\ufffd😀'],
  ['an open <tag', 'an open <tag'],
  ['a lone \ud83d half', 'a lone \ufffd half'],
  ['<brown>bread</brown>', 'bread'],
  ['', ''],
])('%j becomes %j', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('entities are decoded only once, so encoded markup remains visible text', () => {
  expect(htmlToText('&amp;lt;b&amp;gt; and &lt;b&gt;')).toBe('&lt;b&gt; and <b>')
  expect(decodeEntities('&amp;quot;')).toBe('&quot;')
})

test.each(['<', '<b', '<br', '&', '&#', '&amp', '&amp;', '<b>', '</'])(
  'a megabyte of %j is read within 50 ms',
  (part) => {
    const html = part.repeat(1_000_000 / part.length)
    expect(fastestMs(() => htmlToText(html))).toBeLessThan(50)
  },
)

describe.runIf(hasShared('vectors'))('shared vectors', () => {
  test.each(['xss_payloads.json', 'naughty_strings.json', 'dompurify_cases.json'])(
    'encoded texts of %s are decoded to what was typed',
    (file) => {
      for (const payload of payloadsOf(file)) {
        const html = payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
        expect(htmlToText(html)).toBe(repaired(payload).replace(/[\u00a0\u202f]/g, ' '))
      }
    },
  )
})
