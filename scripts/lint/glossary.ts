import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Words that the glossary of docs/architecture.md has replaced, each with what to say instead. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/walk/i, 'scan, recheck'],
  [/[tT]win|[aA]dopt/, 'duplicate, reconcile ids'],
  [/\btrails?\b|[a-z]Trail|trail[A-Z]|(?<![<\w/])\bcircles?\b(?! c[xy])/i, 'cycle'],
  [/believ/i, 'reject a suspicious page'],
  [/persistently|undisturbed/i, 'retry transient faults'],
  [/glimpse|hearsay|'(?:listed|shown|told)'/i, 'authoritative, partial, imported'],
  [/\bholds\b|\bstands\b/i, 'guard; is, contains, is valid'],
  [/\barrivals?\b|arrival[A-Z_]|[a-z]Arriv|\bways? in\b|ways?In\b/i, 'import'],
  [/\bkeeping\b|keeping[A-Z]|[a-z]Keeping/i, 'retention'],
  [/\bnote(?:s|d)?\b|\bnoting\b|\bnote[A-Z]|[a-z]Note[ds]?\b/, 'record'],
  [/(?<!break-)\bwords\b|[a-z]Words\b/, 'copy, message'],
]

/** Where a replaced word has another meaning: the words of a text that people search, compare, read or choose as a password. */
const OTHER_MEANINGS: readonly (readonly [path: RegExp, word: RegExp])[] = [
  [
    /reviews\/search|search-terms|word-diff|review-history|passwords?|\/locate|translated-comment|reply-state/,
    /words/i,
  ],
  [/facebook\/locate/, /notes/],
  // What reviews are written with, in six languages.
  [/insights\/(?:text|topics|drafts|overview|reading|reports|corrections)\//, /words|walk|keeping|arrival/i],
  [/ai-insights\/|insight-texts|0047-insights|corrections/, /words/i],
  [/word-values/, /believ/],
]

/** The replaced words in a text, one a line at most: `line 3: "walk", say scan, recheck`. */
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

/** @throws Error naming every replaced word in the product and its documents */
export function checkGlossary(root: string): void {
  const files = execFileSync('git', ['ls-files', 'worker', 'app', 'docs', 'README.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = files
    .split('\n')
    .filter((path) => /\.(tsx?|css|md)$/.test(path))
    .flatMap((path) => [
      ...replacedWords(path, path),
      ...replacedWords(path, readFileSync(`${root}${path}`, 'utf8')),
    ])
  if (found.length > 0) throw new Error(`The glossary has other words for these.\n${found.join('\n')}`)
}
