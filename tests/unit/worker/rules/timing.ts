const BODY_CHARS = 64 * 1024

/** 64 KiB of text made of one repeated piece, with an ending that makes a match fail late. */
export function longText(piece: string, ending = ''): string {
  return piece.repeat(Math.ceil(BODY_CHARS / piece.length)).slice(0, BODY_CHARS - ending.length) + ending
}

/** Fastest of three runs in milliseconds: other work on the machine only ever adds time. */
export function fastestMs(run: () => unknown): number {
  const durations = [1, 2, 3].map(() => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...durations)
}

/** Pieces that bring badly written patterns to quadratic time. */
export const HOSTILE_TEXTS = [
  longText('a'),
  longText(' '),
  longText('\t'),
  longText('.', '@'),
  longText('@'),
  longText('a.'),
  longText('a-', '!'),
  longText('<'),
  longText('<a '),
  longText('<b>'),
  longText('<b><i><p>'),
  longText('<b>') + longText('</i>'),
  longText('<p>') + longText('</p>'),
  longText('<!--'),
  longText('<!'),
  longText('</'),
  longText('<script>'),
  longText('<script></script '),
  longText('<a href="'),
  longText(`<a b='"`),
  longText('&'),
  longText('&a'),
  longText('&#1'),
  longText('on'),
  longText('on', '='),
  longText('onx='),
  longText('xonclick ='),
  longText('j\t', ':'),
  longText('java'),
  longText('javascript:'),
  longText('java', 'script:'),
  longText("'"),
  longText("' or "),
  longText(`' or ${'"'.repeat(1_000)}`),
  longText("') ", 'x'),
  longText('or 1'),
  longText('or 1='),
  longText('1'),
  longText('union '),
  ...["'", "')", 'onx', 'union', 'or 1', 'select', ';', 'j', '<b', '<b a='].map(
    (lead) => `${lead}${longText(' ')}`,
  ),
  longText('; '),
  longText('http://'),
  `https://${longText('a.')}`,
  `https://${longText('%')}`,
  longText('-'),
  longText('1 ('),
  longText('\uD800'),
  longText('e\u0301'),
  longText('\uFDFA'),
]
