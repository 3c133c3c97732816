import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Terms replaced by the glossary of docs/architecture.md, each with its replacement. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/walk/i, 'scan, recheck'],
  [/[tT]win|[aA]dopt/, 'duplicate, reconcile ids'],
  [/\btrails?\b|[a-z]Trail|trail[A-Z]|(?<![<\w/])\bcircles?\b(?! c[xy])/i, 'cycle'],
  [/believ/i, 'reject a suspicious page'],
  [/persistently|undisturbed/i, 'retry transient faults'],
  [/glimpse|hearsay|'(?:listed|shown|told)'/i, 'authoritative, partial, imported'],
  [/\bholds\b|\bstands\b/i, 'guard; is, contains, is valid'],
  [/\barrivals?\b|arrival[A-Z_]|[a-z]Arriv|\bways?[ -]in\b|ways?In\b/i, 'import'],
  [/\bkeeping\b|keeping[A-Z]|[a-z]Keeping/i, 'retention'],
  [/\bnoted\b|\bnoting\b|[a-z]Noted\b/i, 'record'],
  [/(?<!break-)\bwords\b|[a-z]Words\b/, 'copy, message'],
  [/\bTold\b|[a-z]Told|[tT]old[A-Z]|TOLD|\btold-|\b(?:const|let) told\b/, 'taught, notified, recorded'],
  [/\bcloseTo\b|\bclose-to\b/, 'close and refocus'],
]

/**
 * Paths where a replaced term has another meaning, such as the words of texts that people search, compare, read or
 * choose as a password.
 */
const OTHER_MEANINGS: readonly (readonly [path: RegExp, word: RegExp])[] = [
  [
    /reviews\/search|search-terms|word-diff|review-history|passwords?|\/locate|named-business|translated-text|reply-state/,
    /words/i,
  ],
  [/facebook\/locate/, /notes/],
  // Formats of dates and stars, in six languages.
  [/imports\/file\/columns|rules\/imported-/, /words|note/i],
  // Vocabulary of reviews, in six languages.
  [
    /insights\/(?:text|languages|topics|drafts|overview|reading|reports|corrections)\//,
    /words|walk|keeping|arrival|\bnote\b/i,
  ],
  [/ai-insights\/|insight-texts|rules\/reports|0047-insights|corrections/, /words/i],
  [/word-values/, /believ/],
  [/term-weights/, /./],
  [/businesses\/categories/, /./],
  [/^tests\/.*\bwords\.test\.ts$/, /words/],
  // Browsers call a property `adoptedStyleSheets`.
  [/app\/widget\/drawn/, /adopt/],
  // Navigation from screen to screen.
  [/^tests\/browser\/(?:support\/)?walk|0065-two/, /walk/i],
]

/** Finds the replaced terms in a text, at most one per line: `line 3: "walk", say scan, recheck`. */
export function replacedWords(path: string, text: string): string[] {
  const allowed = OTHER_MEANINGS.filter(([where]) => where.test(path)).map(([, word]) => word)
  return text.split('\n').flatMap((line, index) => {
    for (const [pattern, instead] of REPLACED) {
      const found = pattern.exec(line)?.[0]
      if (found && !allowed.some((word) => word.test(found))) {
        return [`${path}:${index + 1}: "${found}", say: ${instead}`]
      }
    }
    return []
  })
}

/** @throws Error listing every replaced term in the product, its documents and all file names */
export function checkGlossary(root: string): void {
  const tracked = (...folders: string[]) =>
    execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((path) => /\.(tsx?|css|md)$/.test(path))
  const found = [
    ...tracked('worker', 'app', 'db', 'docs', 'scripts', 'tests', 'README.md').flatMap((path) =>
      replacedWords(path, path),
    ),
    ...tracked('worker', 'app', 'docs', 'README.md').flatMap((path) =>
      replacedWords(path, readFileSync(`${root}${path}`, 'utf8')),
    ),
  ]
  if (found.length > 0) throw new Error(`The glossary has other words for these.\n${found.join('\n')}`)
}
